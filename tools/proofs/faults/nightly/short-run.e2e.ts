import { type RuleName } from '../src/checker/finding';
import { findingLines, summary } from '../src/report/report';
import { runFaults } from '../src/run';
import { type RunResult } from '../src/scenarios/under-load';
import { catalogue, catalogued, type FaultName } from '../src/schedule/catalogue';
import { brisk } from '../src/schedule/pace';

const seed = 2_026;
/** With starting and settling, two minutes on two cores. */
const seconds = 75;
/** As any account of any machine can inject them. */
const faults: readonly FaultName[] = catalogue.filter((fault) => !('needs' in fault)).map(({ name }) => name);

/** A busy machine answers late without a fault, so `npm run prove -- faults` alone judges when requests failed. */
const ofTime: RuleName = 'failure outside a fault';

describe('a short run under faults', () => {
  let result: RunResult;

  beforeAll(async () => {
    result = await runFaults({ seed, seconds, faults, pace: brisk });
  });

  it('loses nothing and invents nothing', () => {
    const { evidence } = result;
    const findings = result.findings.filter(({ rule }) => rule !== ofTime);
    expect({ findings: findingLines(findings), summary: summary(evidence) }).toEqual({
      findings: '',
      summary: expect.any(String) as string,
    });
  });

  it('injected a fault of each place, and a pair', () => {
    const { faults: injected } = result.evidence.history;
    const places = new Set(injected.map(({ fault }) => catalogued(fault)?.place));
    expect(places).toEqual(new Set(catalogue.map(({ place }) => place)));
    const [first, second] = injected;
    expect(first?.began).toBe(second?.began);
    expect(first?.fault).not.toBe(second?.fault);
  });

  it('had enough to judge', () => {
    const { history, state } = result.evidence;
    const kinds = new Set(history.calls.map(({ operation }) => operation.kind));
    expect(kinds.size).toBeGreaterThanOrEqual(15);
    expect(state.results.length).toBeGreaterThan(20);
    expect(state.mails.length).toBeGreaterThan(5);
    expect(state.mails.flatMap(({ certificates }) => certificates).length).toBeGreaterThan(5);
    expect(state.credentials.length).toBeGreaterThan(2);
  });
});
