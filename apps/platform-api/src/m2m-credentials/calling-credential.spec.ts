import { type ActiveCredential } from '@governance/iam';
import { InMemoryCredentialStore, machineOf, personOf } from '@governance/iam/spec';
import { expectProblem } from '../../spec/expect-problem';
import { callingCredential } from './calling-credential';

const now = new Date('2026-11-20T12:00:00.000Z');
const orgId = 'org_acme';
const rule: ActiveCredential = {
  id: '5d1c7b2e-9a41-4f0e-8c35-6f1e2d3c4b5a',
  orgId,
  isTrustRule: true,
  expiresAt: new Date('2026-12-01T00:00:00.000Z'),
  lastUsedAt: undefined,
  allowedNetworks: ['192.0.2.0/24'],
};

/** Knows one machine that may call. */
class StoreWith extends InMemoryCredentialStore {
  constructor(private readonly active: ActiveCredential | undefined) {
    super();
  }

  override systemScope(): ReturnType<InMemoryCredentialStore['systemScope']> {
    return Object.assign(super.systemScope(), { findActive: () => Promise.resolve(this.active) });
  }
}

describe('the limits of a caller', () => {
  it('are those of the trust rule of a workload: what it makes ends with the rule', async () => {
    expect(await callingCredential(machineOf(orgId), new StoreWith(rule), now)).toMatchObject({
      allowedNetworks: rule.allowedNetworks,
      expiresAt: rule.expiresAt,
      endsBy: rule.expiresAt,
      validForDays: undefined,
    });
  });

  it('are none of a person', async () => {
    expect(await callingCredential(personOf(orgId), new StoreWith(rule), now)).toBeUndefined();
  });

  it('are refused to a machine whose credential or rule has just ended', async () => {
    for (const ended of [undefined, { ...rule, isTrustRule: false }]) {
      const limits = callingCredential(machineOf(orgId), new StoreWith(ended), now);
      await expectProblem(limits, 'unauthenticated', /access token/);
    }
  });
});
