import { runFailover } from '../../src/scenarios/failover/run-failover';

describe('a standby that commits do not wait for', () => {
  it('is found by what the failover loses', async () => {
    const { findings } = await runFailover({
      seed: 1,
      seconds: 8,
      heldSeconds: 3,
      isSynchronous: false,
      settlingSeconds: 30,
    });
    const rules = findings.map(({ rule }) => rule);
    expect(rules).toContain('lost submission');
    expect(rules).toContain('missing audit event');
  });
});
