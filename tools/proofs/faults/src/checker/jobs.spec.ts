import { call, evidence } from '../../spec/evidence';
import { noJobIsLost, noJobIsRepeated } from './jobs';

describe('background jobs', () => {
  const asked = call({ kind: 'document', result: 'r1' }, { sentAt: 1, status: 202 });
  const done = { result: 'r1', kind: 'document', times: 1 } as const;

  it('are done once', () => {
    const checked = call({ kind: 'check', result: 'r1' }, { sentAt: 2, status: 200 });
    const given = evidence({ calls: [asked, checked], jobs: [done, { ...done, kind: 'check' }] });
    expect([noJobIsLost(given), noJobIsRepeated(given)]).toEqual([[], []]);
  });

  it('may be done or not when their request was not answered or refused', () => {
    const calls = [
      call({ kind: 'document', result: 'r1' }, { sentAt: 1 }),
      call({ kind: 'document', result: 'r2' }, { sentAt: 2 }),
      call({ kind: 'check', result: 'r2' }, { sentAt: 3, status: 404 }),
    ];
    expect(noJobIsLost(evidence({ calls, jobs: [done] }))).toEqual([]);
  });

  it('are lost when an acknowledged one was not done', () => {
    const jobs = [
      { ...done, kind: 'check' },
      { ...done, result: 'r2' },
    ] as const;
    expect(noJobIsLost(evidence({ calls: [asked], jobs }))).toEqual([
      { rule: 'lost job', text: 'document of r1' },
    ]);
  });

  it('are repeated when one was done twice', () => {
    expect(noJobIsRepeated(evidence({ jobs: [{ ...done, times: 2 }] }))).toEqual([
      { rule: 'repeated job', text: 'document of r1, 2 times' },
    ]);
  });
});
