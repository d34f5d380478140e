import { type AuditEntry, type AuditOutcome, AuditTrail } from '@governance/iam';
import { type Database, type PreparedStatement, type RunStatement } from '@governance/postgres';
import { inOrganization, inSystemScope } from '../access/scoped-transactions';
import { auditJson, insertAuditRow } from './audit-rows';

/** The audit trail in PostgreSQL, which refuses every change to an existing row. */
export class PostgresAuditTrail extends AuditTrail {
  constructor(private readonly database: Database) {
    super();
  }

  async append(entry: AuditEntry): Promise<void> {
    const { orgId } = entry;
    const insert = (query: RunStatement): Promise<void> => appendAuditEntry(query, entry);
    if (orgId === undefined) await inSystemScope(this.database, 'audit', insert);
    else await inOrganization(this.database, orgId, insert);
  }
}

/** Runs within a transaction that has set the organization of the entry. */
export async function appendAuditEntry(query: RunStatement, entry: AuditEntry): Promise<void> {
  const { orgId, at, outcome, reason } = entry;
  await query(appendAudit(outcome), [auditJson(entry), at, orgId, reason]);
}

function appendAudit(outcome: AuditOutcome): PreparedStatement {
  const row = insertAuditRow({
    context: '$1::jsonb',
    at: '$2::timestamptz',
    orgId: '$3::text',
    target: `$1::jsonb ->> 'target'`,
    outcome,
    reason: '$4::text',
  });
  return { name: `append-audit-${outcome}`, text: row };
}
