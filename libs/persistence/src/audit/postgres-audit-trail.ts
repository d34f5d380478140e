import { type AuditEntry, type AuditOutcome, AuditTrail } from '@governance/iam';
import { type Database, type PreparedStatement, type RunStatement } from '@governance/postgres';
import { createHash } from 'node:crypto';
import { inOrganization, inSystemScope } from '../access/scoped-transactions';
import { lockKey } from '../key-lock';
import { auditJson, insertAuditRow } from './audit-rows';

/** The audit trail in PostgreSQL, which refuses every change to an existing row. */
export class PostgresAuditTrail extends AuditTrail {
  constructor(private readonly database: Database) {
    super();
  }

  async append(entry: AuditEntry, { once = false } = {}): Promise<void> {
    const { orgId } = entry;
    const insert = (query: RunStatement): Promise<void> =>
      once ? appendOnce(query, entry) : appendAuditEntry(query, entry);
    if (orgId === undefined) await inSystemScope(this.database, 'audit', insert);
    else await inOrganization(this.database, orgId, insert);
  }
}

/** Runs within a transaction that has set the organization of the entry. */
export async function appendAuditEntry(query: RunStatement, entry: AuditEntry): Promise<void> {
  const { orgId, at, outcome, reason } = entry;
  await query(appendAudit(outcome), [auditJson(entry), at, orgId, reason]);
}

const findEntry = {
  name: 'find-audit-entry',
  text: `
    SELECT FROM audit_trail WHERE org_id = $1 AND at = $2 AND operation = $3 AND request_id = $4`,
};

/** Of two concurrent repetitions the second waits, and finds the entry of the first. */
async function appendOnce(query: RunStatement, entry: AuditEntry): Promise<void> {
  const { orgId, at, operation, requestId } = entry;
  const key = JSON.stringify(['audit-entry', orgId, operation, requestId]);
  await lockKey(query, createHash('sha256').update(key).digest());
  const { rows } = await query(findEntry, [orgId, at, operation, requestId]);
  if (rows.length === 0) await appendAuditEntry(query, entry);
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
