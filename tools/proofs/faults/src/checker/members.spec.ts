import { call, evidence } from '../../spec/evidence';
import { type Call } from '../history/history';
import { checkHistory } from './check-history';

const member = 'm1';
const events = [{ requestId: 'fault-run-100', operation: 'members:update', outcome: 'done' }];
const demoted = call({ kind: 'demote', member }, { sentAt: 100, status: 200 });
const removed = call({ kind: 'remove', member }, { sentAt: 100, status: 204 });
const read = (sentAt: number, status: number): Call => call({ kind: 'read-as', member }, { sentAt, status });
const write = (sentAt: number, status: number): Call =>
  call({ kind: 'write-as', member }, { sentAt, status });

function judge(calls: readonly Call[]): string[] {
  return checkHistory(evidence({ calls, auditEvents: events })).map(({ rule }) => rule);
}

describe('a member', () => {
  it.each([
    ['reads and writes before', [read(10, 200), write(30, 404), demoted]],
    ['writes no more once demoted', [demoted, write(120, 403)]],
    ['writes no more once removed', [removed, write(120, 401)]],
    ['may read for a minute', [demoted, read(1_000, 200), read(2_000, 403)]],
    ['may be refused while the change is under way', [demoted, write(105, 403), write(105, 404)]],
  ])('%s', (_name, calls) => {
    expect(judge(calls)).toEqual([]);
  });

  it('may be refused by a platform service whose clock is wrong', () => {
    const judged = (fault: string, replica: string): string[] => {
      const faults = [{ kind: 'fault', fault, began: 0, ended: 20 }] as const;
      const calls = [{ ...write(10, 401), replica }, demoted];
      return checkHistory(evidence({ calls, faults, auditEvents: events })).map(({ rule }) => rule);
    };
    expect(judged('F28-platform', 'platform-api/main 1')).toEqual([]);
    expect(judged('F28-worker', 'platform-api/main 1')).toEqual(['rights lost']);
    expect(judged('F28-platform', 'public-api/main 1')).toEqual(['rights lost']);
  });

  it.each([
    ['removed rights accepted', [demoted, write(120, 404)]],
    ['removed rights accepted', [removed, write(120, 404)]],
    ['removed rights accepted', [demoted, read(1_200, 200)]],
    ['rights lost', [write(10, 403), demoted]],
    ['rights lost', [read(10, 401), removed]],
  ])('%s is found', (rule, calls) => {
    expect(judge(calls)).toContain(rule);
  });
});
