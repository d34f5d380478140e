import { type AuditContext, CredentialPolicyStore, type SecretRule } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inOrganization } from '../access/scoped-transactions';
import { auditJson, insertAuditRow } from '../audit/audit-rows';

const selectPolicy = {
  name: 'select-credential-policy',
  text: 'SELECT client_secrets FROM credential_policies WHERE org_id = $1',
};

const upsertPolicy = {
  name: 'upsert-credential-policy',
  text: `
    WITH changed AS (
      INSERT INTO credential_policies (org_id, client_secrets) VALUES ($1, $2)
      ON CONFLICT (org_id) DO UPDATE SET client_secrets = excluded.client_secrets
      RETURNING org_id, client_secrets)
    ${insertAuditRow({
      context: '$3::jsonb',
      at: '$4::timestamptz',
      orgId: 'org_id',
      target: 'org_id',
      outcome: 'done',
      reason: 'client_secrets',
      from: 'changed',
    })}`,
};

/** The policies of organizations in PostgreSQL, behind row-level security. */
export class PostgresCredentialPolicies extends CredentialPolicyStore {
  constructor(private readonly database: Database) {
    super();
  }

  async secretsOf(orgId: string): Promise<SecretRule> {
    const { rows } = await inOrganization(this.database, orgId, (query) =>
      query<{ client_secrets: SecretRule }>(selectPolicy, [orgId]),
    );
    return rows[0]?.client_secrets ?? 'allowed';
  }

  async setSecrets(
    orgId: string,
    rule: SecretRule,
    { now, audit }: { readonly now: Date; readonly audit: AuditContext },
  ): Promise<void> {
    await inOrganization(this.database, orgId, (query) =>
      query(upsertPolicy, [orgId, rule, auditJson(audit), now]),
    );
  }
}
