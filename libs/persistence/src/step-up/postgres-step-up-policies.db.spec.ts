import { defaultStepUpPolicy } from '@governance/iam';
import { openTestStores, type TestStores } from '../../spec/fixtures';
import { PostgresStepUpPolicies } from './postgres-step-up-policies';

describe('PostgresStepUpPolicies', () => {
  let stores: TestStores;
  let policies: PostgresStepUpPolicies;

  beforeAll(async () => {
    stores = await openTestStores();
    policies = new PostgresStepUpPolicies(stores.database);
    await stores.sql(`
      INSERT INTO organization_policies (org_id, gated_operations)
      VALUES ('acme', '{m2m-credentials:rename,of-a-later-release}'), ('globex', '{}')`);
  });
  afterAll(() => stores.close());

  it('returns the default for an organization without a policy', async () => {
    expect(await policies.ofOrg('initech')).toEqual(defaultStepUpPolicy);
  });

  it('returns the organization’s policy, without unknown operations', async () => {
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
