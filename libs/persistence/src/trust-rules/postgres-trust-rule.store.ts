import {
  type ListPage,
  mostTrustRules,
  OrgTrustRules,
  type StoredTrustRule,
  type TrustRuleBegun,
  type TrustRuleDraft,
  type TrustRuleEdit,
  TrustRuleStore,
} from '@governance/iam';
import { type Database, type PreparedStatement, type RunStatement } from '@governance/postgres';
import { createHash } from 'node:crypto';
import { inOrganization } from '../access/scoped-transactions';
import { lockKey } from '../key-lock';
import { listStart } from '../list-start';
import { insertReadyIdentity, lockServiceIdentity } from '../service-identities/service-identity-row';
import {
  insertTrustRule,
  trustRuleColumns,
  trustRuleOf,
  type TrustRuleRow,
  trustRuleValues,
} from './trust-rule-row';

const listRules = {
  name: 'list-trust-rules',
  text: `
    SELECT ${trustRuleColumns} FROM trust_rules
    WHERE org_id = $1 AND state = 'active' AND (created_at, id) < ($2, $3)
    ORDER BY created_at DESC, id DESC LIMIT $4`,
};

const selectRule = {
  name: 'select-trust-rule',
  text: `SELECT ${trustRuleColumns} FROM trust_rules WHERE org_id = $1 AND id = $2 AND state = 'active'`,
};

/** Includes those that are being created, because all of them may succeed. */
const countRules = {
  name: 'count-trust-rules',
  text: 'SELECT count(*)::integer AS present FROM trust_rules WHERE org_id = $1',
};

const activate = {
  name: 'activate-trust-rule',
  text: `
    UPDATE trust_rules SET state = 'active', client_id = $3 WHERE org_id = $1 AND id = $2
    RETURNING ${trustRuleColumns}`,
};

const change = {
  name: 'change-trust-rule',
  text: `
    UPDATE trust_rules SET name = coalesce($3, name), key_set = coalesce($4, key_set), revision = $5
    WHERE org_id = $1 AND id = $2 AND state = 'active'
    RETURNING ${trustRuleColumns}`,
};

const remove = {
  name: 'delete-trust-rule',
  text: 'DELETE FROM trust_rules WHERE org_id = $1 AND id = $2',
};

/** Trust rules in PostgreSQL, behind row-level security. */
export class PostgresTrustRuleStore extends TrustRuleStore {
  constructor(private readonly database: Database) {
    super();
  }

  forOrg(orgId: string): OrgTrustRules {
    return new PostgresOrgTrustRules(this.database, orgId);
  }
}

/** Those of one organization. Every method is one transaction that sets the organization. */
class PostgresOrgTrustRules extends OrgTrustRules {
  constructor(
    private readonly database: Database,
    private readonly orgId: string,
  ) {
    super();
  }

  async list({ limit, after }: ListPage): Promise<readonly StoredTrustRule[]> {
    const { createdAt, id } = after ?? listStart;
    const { rows } = await this.within((query) =>
      query<TrustRuleRow>(listRules, [this.orgId, createdAt, id, limit]),
    );
    return rows.map(trustRuleOf);
  }

  find(id: string): Promise<StoredTrustRule | undefined> {
    return this.one(selectRule, [id]);
  }

  begin(draft: TrustRuleDraft): Promise<TrustRuleBegun> {
    return this.within(async (query) => {
      // Concurrent creations of an organization cannot exceed the limit together.
      await lockKey(query, createHash('sha256').update(`trust-rule-quota ${this.orgId}`).digest());
      const { rows } = await query<{ present: number }>(countRules, [this.orgId]);
      if ((rows[0]?.present ?? 0) >= mostTrustRules) return 'full';
      if (!(await this.hasIdentity(query, draft))) return 'no-identity';
      await query(insertTrustRule, trustRuleValues(draft, this.orgId));
      return 'begun';
    });
  }

  activate(id: string, clientId: string): Promise<StoredTrustRule | undefined> {
    return this.one(activate, [id, clientId]);
  }

  change(id: string, { name, keySet, revision }: TrustRuleEdit): Promise<StoredTrustRule | undefined> {
    return this.one(change, [id, name, keySet && JSON.stringify(keySet), revision]);
  }

  async delete(id: string): Promise<boolean> {
    const { rowCount } = await this.within((query) => query(remove, [this.orgId, id]));
    return rowCount === 1;
  }

  /** Makes the service identity if it is a new one. The lock on an existing one excludes its deletion. */
  private async hasIdentity(query: RunStatement, draft: TrustRuleDraft): Promise<boolean> {
    const { name, serviceIdentity, createdAt } = draft;
    if (serviceIdentity.kind === 'existing') {
      const { rowCount } = await query(lockServiceIdentity, [serviceIdentity.id, this.orgId]);
      return rowCount === 1;
    }
    const { id, permissions } = serviceIdentity;
    await query(insertReadyIdentity, [id, this.orgId, name, [...permissions], createdAt]);
    return true;
  }

  private async one(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<StoredTrustRule | undefined> {
    const { rows } = await this.within((query) => query<TrustRuleRow>(statement, [this.orgId, ...values]));
    return rows[0] && trustRuleOf(rows[0]);
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return inOrganization(this.database, this.orgId, work);
  }
}
