import {
  type AuditEntry,
  type Role,
  type TokenCutOff,
  TokenCutOffs,
  type TokenHolder,
  type TokenHolders,
} from '@governance/iam';
import { appendAuditEntry } from '../audit/postgres-audit-trail';
import { type Database, type PreparedStatement } from '@governance/postgres';
import { inOrganization } from '../access/scoped-transactions';

/** The function sets the organization itself, so that the guard needs no transaction. */
const findCutOff = {
  name: 'find-token-cut-off',
  text: `SELECT removed_at, role_changed_at, role FROM find_token_cut_off($1, $2, $3)`,
};

/** The clock of this process may be behind: a cut-off in the past would spare tokens that were issued since. */
function notBeforeNow(at: string): string {
  return `greatest(${at}::timestamptz, now())`;
}

const upsertRemoval = {
  name: 'upsert-removal',
  text: `
    INSERT INTO token_cut_offs AS known (issuer, subject, org_id, removed_at)
    VALUES ($1, $2, $3, ${notBeforeNow('$4')})
    ON CONFLICT (issuer, subject, org_id) DO UPDATE
    SET removed_at = greatest(known.removed_at, excluded.removed_at)`,
};

/** The time is the issuer's: the tokens of a sign-in after it must stay valid. */
const upsertSessionEnd = {
  name: 'upsert-session-end',
  text: `
    INSERT INTO token_cut_offs AS known (issuer, subject, org_id, removed_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (issuer, subject, org_id) DO UPDATE
    SET removed_at = greatest(known.removed_at, excluded.removed_at)`,
};

/** Sorted, so that two concurrent calls lock the rows in the same order. */
const upsertRemovals = {
  name: 'upsert-removals',
  text: `
    INSERT INTO token_cut_offs AS known (issuer, subject, org_id, removed_at)
    SELECT $1, subject, $3, ${notBeforeNow('$4')} FROM unnest($2::text[]) AS subject GROUP BY subject ORDER BY subject
    ON CONFLICT (issuer, subject, org_id) DO UPDATE
    SET removed_at = greatest(known.removed_at, excluded.removed_at)`,
};

const upsertRoleChange = {
  name: 'upsert-role-change',
  text: `
    INSERT INTO token_cut_offs AS known (issuer, subject, org_id, role_changed_at, role)
    VALUES ($1, $2, $3, ${notBeforeNow('$4')}, $5)
    ON CONFLICT (issuer, subject, org_id) DO UPDATE
    SET role_changed_at = greatest(known.role_changed_at, excluded.role_changed_at), role = excluded.role`,
};

interface CutOffRow {
  readonly removed_at: Date | null;
  readonly role_changed_at: Date | null;
  readonly role: Role | null;
}

/** Cut-offs in PostgreSQL, behind row-level security. */
export class PostgresTokenCutOffs extends TokenCutOffs {
  constructor(private readonly database: Database) {
    super();
  }

  async find({ issuer, subject, orgId }: TokenHolder): Promise<TokenCutOff | undefined> {
    const { rows } = await this.database.query<CutOffRow>(findCutOff, [issuer, subject, orgId]);
    return rows[0] && cutOffOf(rows[0]);
  }

  remove(holder: TokenHolder, at: Date, audit?: AuditEntry): Promise<void> {
    return this.write(upsertRemoval, { holder, values: [at], audit });
  }

  async removeAll({ issuer, subjects, orgId }: TokenHolders, at: Date, audit?: AuditEntry): Promise<void> {
    await inOrganization(this.database, orgId, async (query) => {
      await query(upsertRemovals, [issuer, subjects, orgId, at]);
      if (audit !== undefined) await appendAuditEntry(query, audit);
    });
  }

  endSessions(holder: TokenHolder, at: Date): Promise<void> {
    return this.write(upsertSessionEnd, { holder, values: [at], audit: undefined });
  }

  changeRole(
    holder: TokenHolder,
    { at, role }: { readonly at: Date; readonly role: Role },
    audit?: AuditEntry,
  ): Promise<void> {
    return this.write(upsertRoleChange, { holder, values: [at, role], audit });
  }

  private async write(
    statement: PreparedStatement,
    {
      holder: { issuer, subject, orgId },
      values,
      audit,
    }: {
      readonly holder: TokenHolder;
      readonly values: readonly unknown[];
      readonly audit: AuditEntry | undefined;
    },
  ): Promise<void> {
    await inOrganization(this.database, orgId, async (query) => {
      await query(statement, [issuer, subject, orgId, ...values]);
      if (audit !== undefined) await appendAuditEntry(query, audit);
    });
  }
}

function cutOffOf({ removed_at, role_changed_at, role }: CutOffRow): TokenCutOff {
  return {
    removedAt: removed_at ?? undefined,
    roleChange: role_changed_at && role ? { at: role_changed_at, role } : undefined,
  };
}
