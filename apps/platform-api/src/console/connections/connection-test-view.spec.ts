import { type ConnectionProblem, connectionProblems, connectionProblemText } from '@governance/iam';
import { reportOf, type TestReport } from './connection-test-view';

const failed = (problem: ConnectionProblem): TestReport =>
  reportOf({ ok: false, problem, problem_description: connectionProblemText(problem) });

describe('the report of a test', () => {
  it('names every check when no problem was found', () => {
    const { isGood, found, steps } = reportOf({ ok: true, problem: null, problem_description: null });
    expect([isGood, found]).toEqual([true, expect.stringContaining('No problem was found')]);
    expect(steps.map(({ checked }) => checked)).toHaveLength(10);
    expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['Passed']));
  });

  it.each(connectionProblems)('says of %s what was found and what to do, at one check', (problem) => {
    const { isGood, found, steps } = failed(problem);
    expect([isGood, found]).toEqual([false, expect.stringMatching(/^[A-Z].*[^.]\.$/)]);
    const bad = steps.filter(({ hasFailed }) => hasFailed);
    expect(bad).toMatchObject([{ state: 'Failed', found, advice: expect.stringMatching(/\.$/) as string }]);
    const at = steps.findIndex(({ hasFailed }) => hasFailed);
    expect(steps.slice(0, at).every(({ state }) => state === 'Passed')).toBe(true);
    expect(steps.slice(at + 1).every(({ state }) => state === 'Not checked')).toBe(true);
  });

  // The provider compares the metadata before it fetches the keys (`provider-test.ts`).
  it('has the checks in the order in which they are made', () => {
    const at = (problem: ConnectionProblem): number =>
      failed(problem).steps.findIndex(({ hasFailed }) => hasFailed);
    const order = [
      'issuer_without_tls',
      'discovery_status',
      'issuer_mismatch',
      'endpoint_missing',
      'endpoint_without_tls',
      'code_flow_unsupported',
      'client_authentication_unsupported',
      'signing_unsupported',
      'keys_status',
      'keys_unusable',
    ] as const;
    expect(order.map(at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('has the text alone for a problem of a later release', () => {
    const later = { ok: false, problem: 'toString' as never, problem_description: 'it is new' };
    expect(reportOf(later)).toEqual({ isGood: false, found: 'It is new.', steps: [] });
    const silent = { ok: false, problem: null, problem_description: null };
    expect(reportOf(silent)).toMatchObject({ isGood: false, found: expect.stringMatching(/\.$/) as string });
  });
});
