import { findingLines } from '../src/report/report';
import { runFailover } from '../src/scenarios/failover/run-failover';

describe('a failover to the synchronous standby', () => {
  it('loses nothing, though the standby received nothing for the last seconds', async () => {
    const { findings, evidence } = await runFailover({
      seed: 1,
      seconds: 8,
      heldSeconds: 3,
      isSynchronous: true,
    });
    // A busy machine answers late without a fault, so `npm run prove -- failover` alone judges when requests failed.
    const lost = findings.filter(({ rule }) => rule !== 'failure outside a fault');
    expect(findingLines(lost)).toBe('');
    expect(evidence.state.results.length).toBeGreaterThan(20);
    expect(evidence.state.credentials.length).toBeGreaterThan(2);
  });
});
