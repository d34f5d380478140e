import {
  type IdentityChange,
  type IdentityDeletion,
  type ListPage,
  OrgServiceIdentities,
  type ServiceIdentityEntry,
  ServiceIdentityStore,
} from '@governance/iam';
import { type Database, type RunStatement } from '@governance/postgres';
import { inOrganization } from '../access/scoped-transactions';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { identityExists, permissionsOf, type ServiceIdentityRow } from './service-identity-row';

const usersIn = (table: 'm2m_credentials' | 'trust_rules'): string => `
  coalesce((
    SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY created_at DESC, id DESC)
    FROM ${table} WHERE service_identity_id = identity.id AND state = 'active'), '[]')`;

/** The quotas of an organization bound the credentials and trust rules of a page. */
const entryColumns = `
  id, name, permissions, created_at, is_kept, ${usersIn('m2m_credentials')} AS credentials,
  ${usersIn('trust_rules')} AS trust_rules`;

/** Reads any page from the index. */
const listIdentities = {
  name: 'list-service-identities',
  text: `
    SELECT ${entryColumns} FROM service_identities AS identity
    WHERE org_id = $1 AND (created_at, id) < ($2, $3) AND ${identityExists}
    ORDER BY created_at DESC, id DESC LIMIT $4`,
};

/** The position before the first entry. */
const beginning = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const auditOfChange = insertAuditRow({
  context: '$3::jsonb',
  at: '$4::timestamptz',
  orgId: 'org_id',
  target: 'id::text',
  outcome: 'done',
  from: 'changed',
});

const rename = {
  name: 'rename-service-identity',
  text: `
    WITH changed AS (
      UPDATE service_identities AS identity SET name = $5, is_kept = true
      WHERE id = $1 AND org_id = $2 AND ${identityExists}
      RETURNING id, org_id)
    ${auditOfChange}`,
};

const selectIdentity = {
  name: 'select-service-identity-entry',
  text: `SELECT ${entryColumns} FROM service_identities AS identity WHERE id = $1 AND org_id = $2`,
};

/** Excludes creations that name the identity: each locks its row too. */
const lockIdentity = {
  name: 'lock-service-identity-for-deletion',
  text: `SELECT FROM service_identities WHERE id = $1 AND org_id = $2 FOR UPDATE`,
};

/** A statement of its own, so that it sees the credentials of creations that held the lock. */
const selectUse = {
  name: 'select-service-identity-use',
  text: `
    SELECT EXISTS (SELECT FROM m2m_credentials WHERE service_identity_id = identity.id AND state <> 'revoked')
      OR EXISTS (SELECT FROM trust_rules WHERE service_identity_id = identity.id) AS is_used
    FROM service_identities AS identity WHERE id = $1 AND org_id = $2 AND ${identityExists}`,
};

/** The identity ends at once. The retention job deletes its row, when no revoked credential refers to it. */
const remove = {
  name: 'delete-service-identity',
  text: `
    WITH changed AS (
      UPDATE service_identities SET is_kept = false WHERE id = $1 AND org_id = $2 RETURNING id, org_id)
    ${auditOfChange}`,
};

interface EntryRow extends ServiceIdentityRow {
  readonly created_at: Date;
  readonly is_kept: boolean;
  readonly credentials: ServiceIdentityEntry['credentials'];
  readonly trust_rules: ServiceIdentityEntry['trustRules'];
}

/** Service identities in PostgreSQL, behind row-level security. */
export class PostgresServiceIdentityStore extends ServiceIdentityStore {
  constructor(private readonly database: Database) {
    super();
  }

  forOrg(orgId: string): OrgServiceIdentities {
    return new PostgresOrgServiceIdentities(this.database, orgId);
  }
}

/** Those of one organization. Every method is one transaction that sets the organization. */
class PostgresOrgServiceIdentities extends OrgServiceIdentities {
  constructor(
    private readonly database: Database,
    private readonly orgId: string,
  ) {
    super();
  }

  async list({ limit, after }: ListPage): Promise<readonly ServiceIdentityEntry[]> {
    const { createdAt, id } = after ?? beginning;
    const { rows } = await this.within((query) =>
      query<EntryRow>(listIdentities, [this.orgId, createdAt, id, limit]),
    );
    return rows.map(entryOf);
  }

  rename(id: string, name: string, change: IdentityChange): Promise<ServiceIdentityEntry | undefined> {
    return this.within(async (query) => {
      const { rowCount } = await query(rename, [...this.changeOf(id, change), name]);
      if (rowCount === 0) return undefined;
      const { rows } = await query<EntryRow>(selectIdentity, [id, this.orgId]);
      return rows[0] && entryOf(rows[0]);
    });
  }

  delete(id: string, change: IdentityChange): Promise<IdentityDeletion> {
    return this.within(async (query) => {
      await query(lockIdentity, [id, this.orgId]);
      const { rows } = await query<{ is_used: boolean }>(selectUse, [id, this.orgId]);
      const [row] = rows;
      if (row === undefined) return 'unknown';
      if (row.is_used) return 'used';
      await query(remove, this.changeOf(id, change));
      return 'deleted';
    });
  }

  /** The first parameters of a change. */
  private changeOf(id: string, { now, audit }: IdentityChange): unknown[] {
    return [id, this.orgId, auditJson(audit), now];
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return inOrganization(this.database, this.orgId, work);
  }
}

function entryOf({
  id,
  name,
  permissions,
  created_at,
  is_kept,
  credentials,
  trust_rules: trustRules,
}: EntryRow): ServiceIdentityEntry {
  return {
    id,
    name,
    permissions: permissionsOf(permissions),
    createdAt: created_at,
    endsWithLastCredential: !is_kept,
    credentials,
    trustRules,
  };
}
