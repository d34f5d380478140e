import {
  OrganizationUnknown,
  SecondFactorWindows,
  type StepUpPolicy,
  StepUpPolicyStore,
} from '@governance/iam';
import { InMemoryAuditTrail } from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { OrganizationPolicy } from './organization-policy';

class Windows extends SecondFactorWindows {
  readonly seconds = new Map([['org_acme', 0]]);

  ofOrg(orgId: string): Promise<number> {
    const found = this.seconds.get(orgId);
    return found === undefined ? Promise.reject(new OrganizationUnknown()) : Promise.resolve(found);
  }

  set(orgId: string, seconds: number): Promise<void> {
    this.seconds.set(orgId, seconds);
    return Promise.resolve();
  }
}

class Policies extends StepUpPolicyStore {
  readonly kept = new Map<string, StepUpPolicy>();
  readonly ownWindows = new Map<string, number>();

  ofOrg(orgId: string): Promise<StepUpPolicy> {
    const policy = this.kept.get(orgId) ?? { gated: new Set(['m2m-credentials:create']) };
    return Promise.resolve({ ...policy, windowSeconds: this.ownWindows.get(orgId) });
  }

  set(orgId: string, policy: StepUpPolicy): Promise<void> {
    this.kept.set(orgId, policy);
    return Promise.resolve();
  }

  setWindow(orgId: string, seconds: number): Promise<void> {
    this.ownWindows.set(orgId, seconds);
    return Promise.resolve();
  }

  forAll: number | undefined;

  defaultWindow(): Promise<number | undefined> {
    return Promise.resolve(this.forAll);
  }

  setDefaultWindow({ seconds }: { readonly seconds: number }): Promise<void> {
    this.forAll = seconds;
    return Promise.resolve();
  }
}

describe('the policy of an organization', () => {
  let policies: Policies;
  let policy: OrganizationPolicy;
  let trail: InMemoryAuditTrail;
  const policyWith = (windows: SecondFactorWindows | undefined): OrganizationPolicy => {
    const operator = { kind: 'operator', issuer: 'command', subject: 'uid 7', clientId: undefined } as const;
    return new OrganizationPolicy({ windows, policies, audit: trail, clock: new FixedClock(), operator });
  };
  beforeEach(() => {
    policies = new Policies();
    trail = new InMemoryAuditTrail();
    policy = policyWith(new Windows());
  });

  it('is recorded with every change, and not when it is shown', async () => {
    await policy.change('org_acme', {});
    expect(trail.entries).toEqual([]);
    await policy.change('org_acme', { mfaMaxAgeSeconds: 60, gated: new Set() });
    await policy.change('org_acme', { secondFactorWindowSeconds: 90 });
    expect(trail.entries).toMatchObject([
      {
        orgId: 'org_acme',
        operation: 'organizations:change-policy',
        actor: { subject: 'uid 7' },
        reason: 'mfa_max_age 60; gated none',
      },
      { operation: 'organizations:change-policy', reason: 'second_factor_window 90' },
    ]);
  });

  it('has our window for an organization of another issuer, which the provider does not know', async () => {
    const change = { secondFactorWindowSeconds: 300, gated: new Set(['self-profile:update'] as const) };
    await policy.change('org_of_customer', change);
    expect(await policy.inWords('org_of_customer')).toBe(
      'org_of_customer: for issuers with window policy, one from the last 300 seconds for self-profile:update',
    );
    await expect(policy.inWords('org_unknown')).rejects.toThrow(OrganizationUnknown);
    const both = policy.change('org_of_customer', { ...change, mfaMaxAgeSeconds: 60 });
    await expect(both).rejects.toThrow(OrganizationUnknown);
  });

  it('is described in words, before and after a change', async () => {
    expect(await policy.inWords('org_acme')).toMatch(/^org_acme: no second factor is required/);
    await policy.change('org_acme', { mfaMaxAgeSeconds: 600, gated: new Set(['self-profile:update']) });
    expect(await policy.inWords('org_acme')).toBe(
      'org_acme: a second factor from the last 600 seconds is required for self-profile:update',
    );
  });

  it('keeps the parts that a change does not name', async () => {
    await policy.change('org_acme', { mfaMaxAgeSeconds: 60 });
    expect(policies.kept.size).toBe(0);
    await policy.change('org_acme', { gated: new Set() });
    expect(await policy.inWords('org_acme')).toContain('last 60 seconds is required for no operation');
  });

  it('is rejected for an organization that the identity provider does not know', async () => {
    await expect(policy.change('org_unknown', { gated: new Set() })).rejects.toThrow(OrganizationUnknown);
    expect(policies.kept.size).toBe(0);
  });

  it('comes from our windows alone if the provider has none of organizations', async () => {
    policy = policyWith(undefined);
    await policy.change('org_acme', { gated: new Set(['self-profile:update']) });
    expect(await policy.inWords('org_acme')).toBe(
      'org_acme: no second-factor window is set (gated: self-profile:update)',
    );
    await policies.setDefaultWindow({ seconds: 900 });
    expect(await policy.inWords('org_acme')).toBe(
      'org_acme: for issuers with window policy, one from the last 900 seconds for self-profile:update',
    );
    await policy.change('org_acme', { secondFactorWindowSeconds: 300 });
    expect(await policy.inWords('org_acme')).toContain('one from the last 300 seconds');
    const refused = policy.change('org_acme', { mfaMaxAgeSeconds: 60, gated: new Set() });
    await expect(refused).rejects.toThrow('use --second-factor-window');
    expect(policies.kept.get('org_acme')?.gated.size).toBe(1);
  });
});
