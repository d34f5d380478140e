import { defaultStepUpPolicy, type StepUpPolicy, stepUpPolicyOf, StepUpPolicyStore } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inOrganization } from '../access/scoped-transactions';

const selectPolicy = {
  name: 'select-organization-policy',
  text: `SELECT gated_operations FROM organization_policies WHERE org_id = $1`,
};

const upsertPolicy = {
  name: 'upsert-organization-policy',
  text: `
    INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)
    ON CONFLICT (org_id) DO UPDATE SET gated_operations = excluded.gated_operations`,
};

/** The organizations' own policies, where they have one. */
export class PostgresStepUpPolicies extends StepUpPolicyStore {
  constructor(private readonly database: Database) {
    super();
  }

  async ofOrg(orgId: string): Promise<StepUpPolicy> {
    const { rows } = await inOrganization(this.database, orgId, (query) =>
      query<{ gated_operations: string[] }>(selectPolicy, [orgId]),
    );
    return rows[0] ? stepUpPolicyOf(rows[0].gated_operations) : defaultStepUpPolicy;
  }

  async set(orgId: string, { gated }: StepUpPolicy): Promise<void> {
    await inOrganization(this.database, orgId, (query) => query(upsertPolicy, [orgId, [...gated]]));
  }
}
