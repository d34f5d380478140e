import { opened } from '@governance/testing';
import { defaultStepUpPolicy } from '@governance/iam';
import { openTestStores } from '../../spec/fixtures';
import { PostgresStepUpPolicies } from './postgres-step-up-policies';

describe('PostgresStepUpPolicies', () => {
  const stores = opened(openTestStores);
  let policies: PostgresStepUpPolicies;

  beforeAll(async () => {
    policies = new PostgresStepUpPolicies(stores.database);
    await stores.sql(`
      INSERT INTO organization_policies (org_id, gated_operations)
      VALUES ('acme', '{m2m-credentials:rename,of-a-later-release}'), ('globex', '{}')`);
  });

  it('returns the default for an organization without a policy § 10.14d', async () => {
    expect(await policies.ofOrg('initech')).toEqual(defaultStepUpPolicy);
  });

  it('returns the organization’s policy, without unknown operations § 10.14d', async () => {
    expect(await policies.ofOrg('acme')).toEqual({ gated: new Set(['m2m-credentials:rename']) });
    expect(await policies.ofOrg('globex')).toEqual({ gated: new Set() });
  });

  it('returns the policy at the time of the call', async () => {
    await stores.sql(`
      UPDATE organization_policies SET gated_operations = '{self-profile:update}' WHERE org_id = 'globex'`);
    expect(await policies.ofOrg('globex')).toEqual({ gated: new Set(['self-profile:update']) });
  });

  it('stores and replaces an organization’s policy, and no other', async () => {
    for (const operation of ['self-profile:update', 'org-invitations:create'] as const) {
      await policies.set('umbrella', { gated: new Set([operation]) });
      expect(await policies.ofOrg('umbrella')).toEqual({ gated: new Set([operation]) });
    }
    await policies.set('umbrella', { gated: new Set() });
    expect(await policies.ofOrg('umbrella')).toEqual({ gated: new Set() });
    expect(await policies.ofOrg('acme')).toEqual({ gated: new Set(['m2m-credentials:rename']) });
  });
});

describe('the second-factor window of an organization', () => {
  const stores = opened(openTestStores);
  let policies: PostgresStepUpPolicies;
  beforeAll(() => {
    policies = new PostgresStepUpPolicies(stores.database);
  });

  it('is unknown until an operator sets one', async () => {
    expect(await policies.defaultWindow()).toBeUndefined();
    expect((await policies.ofOrg('acme')).windowSeconds).toBeUndefined();
  });

  it('is the latest default, unless the organization has its own, with any gated operations', async () => {
    const at = (second: number): Date => new Date(Date.UTC(2026, 10, 23, 9, 0, second));
    await policies.setDefaultWindow({ seconds: 900, at: at(1), by: 'uid 1' });
    await policies.setDefaultWindow({ seconds: 600, at: at(2), by: 'uid 2' });
    expect(await policies.defaultWindow()).toBe(600);
    expect(await policies.ofOrg('acme')).toEqual({ ...defaultStepUpPolicy, windowSeconds: 600 });

    await policies.setWindow('acme', 120);
    await policies.setWindow('acme', 60);
    await policies.set('globex', { gated: new Set(['self-profile:update']) });
    expect(await policies.ofOrg('acme')).toEqual({ ...defaultStepUpPolicy, windowSeconds: 60 });
    expect(await policies.ofOrg('globex')).toEqual({
      gated: new Set(['self-profile:update']),
      windowSeconds: 600,
    });
  });

  it('keeps earlier defaults, with the operator who set each', async () => {
    const rows = await stores.sql(
      'SELECT set_by, seconds FROM default_second_factor_windows ORDER BY set_at',
    );
    expect(rows).toEqual([
      { set_by: 'uid 1', seconds: 900 },
      { set_by: 'uid 2', seconds: 600 },
    ]);
  });

  it.each([0, -1, 31_536_001])('is not stored with %d seconds', async (seconds) => {
    await expect(policies.setWindow('acme', seconds)).rejects.toThrow('seconds_check');
    const change = { seconds, at: new Date(), by: 'uid 1' };
    await expect(policies.setDefaultWindow(change)).rejects.toThrow('seconds_check');
  });
});
