import { findingLines, summary } from '../src/report/report';
import { runFaults, type RunResult } from '../src/run';
import { catalogue, type FaultName, needsRoot } from '../src/schedule/catalogue';

/** Those that a shared machine can stand: the others run in `npm run test:faults`. */
const seed = 2_026;
const seconds = 90;
const faults: readonly FaultName[] = catalogue
  .map(({ name }) => name)
  .filter((name) => !needsRoot.includes(name));

describe('a short run under faults', () => {
  let result: RunResult;

  beforeAll(async () => {
    result = await runFaults({ seed, seconds, faults });
  });

  it('loses nothing and invents nothing', () => {
    const { evidence, findings } = result;
    expect({ findings: findingLines(findings), summary: summary(evidence) }).toEqual({
      findings: '',
      summary: expect.any(String) as string,
    });
  });

  it('had enough to judge', () => {
    const { history, state } = result.evidence;
    const kinds = new Set(history.calls.map(({ operation }) => operation.kind));
    expect(kinds.size).toBe(14);
    expect(history.faults.length).toBeGreaterThan(2);
    expect(state.results.length).toBeGreaterThan(20);
    expect(state.mails.length).toBeGreaterThan(5);
    expect(state.credentials.length).toBeGreaterThan(2);
  });
});
