import {
  OrganizationUnknown,
  SecondFactorWindows,
  type StepUpPolicy,
  StepUpPolicyStore,
} from '@governance/iam';
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

  ofOrg(orgId: string): Promise<StepUpPolicy> {
    return Promise.resolve(this.kept.get(orgId) ?? { gated: new Set(['m2m-credentials:create']) });
  }

  set(orgId: string, policy: StepUpPolicy): Promise<void> {
    this.kept.set(orgId, policy);
    return Promise.resolve();
  }
}

describe('the policy of an organization', () => {
  let policies: Policies;
  let policy: OrganizationPolicy;
  beforeEach(() => {
    policies = new Policies();
    policy = new OrganizationPolicy(new Windows(), policies);
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
});
