import { call, evidence } from '../../spec/evidence';
import { checkHistory } from './check-history';

const submit = { kind: 'submit', submission: 7, keyed: false } as const;
const keyed = { ...submit, keyed: true };
const done = { status: 201, id: 'r1' };
const row = { id: 'r1', submission: 7 };

describe('submissions', () => {
  it.each([
    ['an acknowledged one is stored', { calls: [call(submit, { sentAt: 0, ...done })], results: [row] }],
    ['an unanswered one is stored', { calls: [call(submit, { sentAt: 0 })], results: [row] }],
    ['an unanswered one is not stored', { calls: [call(submit, { sentAt: 0 })] }],
    ['a refused one is not stored', { calls: [call(submit, { sentAt: 0, status: 400 })] }],
    [
      'one with a key is sent again and stored once',
      { calls: [call(keyed, { sentAt: 0 }), call(keyed, { sentAt: 20, ...done })], results: [row] },
    ],
    [
      'a stored one is valid',
      { calls: [call({ kind: 'verify', result: 'r1' }, { sentAt: 0, status: 200, valid: true })] },
    ],
  ])('%s', (_name, parts) => {
    const failures = checkHistory(
      evidence({ ...parts, faults: [{ kind: 'fault', fault: 'F3', began: 0, ended: 50 }] }),
    );
    expect(failures).toEqual([]);
  });

  it.each([
    ['lost submission', { calls: [call(submit, { sentAt: 0, ...done })] }],
    [
      'lost submission',
      { calls: [call(submit, { sentAt: 0, ...done })], results: [{ ...row, submission: 8 }] },
    ],
    [
      'lost submission',
      { calls: [call({ kind: 'verify', result: 'r1' }, { sentAt: 0, status: 200, valid: false })] },
    ],
    ['invented row', { results: [row] }],
    ['invented row', { calls: [call(submit, { sentAt: 0, status: 400 })], results: [row] }],
    [
      'repeated submission',
      { calls: [call(submit, { sentAt: 0, ...done })], results: [row, { ...row, id: 'r2' }] },
    ],
    [
      'repeated submission',
      {
        calls: [call(keyed, { sentAt: 0, ...done }), call(keyed, { sentAt: 20, ...done })],
        results: [row, { ...row, id: 'r2' }],
      },
    ],
    [
      'repeated submission',
      {
        calls: [call(keyed, { sentAt: 0, ...done }), call(keyed, { sentAt: 20, status: 201, id: 'r2' })],
        results: [row, { ...row, id: 'r2' }],
      },
    ],
  ] as const)('a %s is found', (rule, parts) => {
    expect(checkHistory(evidence(parts)).map((finding) => finding.rule)).toContain(rule);
  });
});
