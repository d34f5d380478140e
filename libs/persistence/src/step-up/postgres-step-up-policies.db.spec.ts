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

  it('gives the default where the organization has decided nothing', async () => {
    expect(await policies.ofOrg('initech')).toEqual(defaultStepUpPolicy);
  });

  it('gives what the organization has decided, and nothing that no write is called', async () => {
    expect(await policies.ofOrg('acme')).toEqual({ gated: new Set(['m2m-credentials:rename']) });
    expect(await policies.ofOrg('globex')).toEqual({ gated: new Set() });
  });

  it('gives what holds at the moment of the call', async () => {
    await stores.sql(`
      UPDATE organization_policies SET gated_operations = '{self-profile:update}' WHERE org_id = 'globex'`);
    expect(await policies.ofOrg('globex')).toEqual({ gated: new Set(['self-profile:update']) });
  });

  it('keeps what an organization decides, first and again, and leaves the others alone', async () => {
    for (const operation of ['self-profile:update', 'org-invitations:create'] as const) {
      await policies.set('umbrella', { gated: new Set([operation]) });
      expect(await policies.ofOrg('umbrella')).toEqual({ gated: new Set([operation]) });
    }
    await policies.set('umbrella', { gated: new Set() });
    expect(await policies.ofOrg('umbrella')).toEqual({ gated: new Set() });
    expect(await policies.ofOrg('acme')).toEqual({ gated: new Set(['m2m-credentials:rename']) });
  });
});
