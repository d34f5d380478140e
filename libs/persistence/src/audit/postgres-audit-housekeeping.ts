import { AuditHousekeeping } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inLots, lockRetention, lot } from '../access/in-lots';
import { inSystemScope } from '../access/scoped-transactions';

/** Events in no month of their own. */
const deleteOld = {
  name: 'delete-old-audit-events',
  text: `DELETE FROM audit_trail WHERE id IN (
    SELECT id FROM audit_trail
    WHERE tableoid IN ('audit_trail_before'::regclass, 'audit_trail_other'::regclass)
      AND at <= $1 AND (org_id IS NULL OR is_sealed_audit_event(id))
    ORDER BY at LIMIT ${lot})`,
};

/** Reads all events of a month, which takes longer than the statement of a request may. */
const readingMs = 10 * 60_000;
const readLong = `SET LOCAL statement_timeout = ${readingMs}`;
const keepMonths = {
  name: 'keep-audit-months',
  text: 'SELECT keep_audit_months($1) AS removed',
  query_timeout: readingMs,
};

export class PostgresAuditHousekeeping extends AuditHousekeeping {
  constructor(private readonly database: Database) {
    super();
  }

  async removeUntil(moment: Date): Promise<number> {
    let removed = await inLots(this.database, 'housekeeping', (query) => query(deleteOld, [moment]));
    for (let month: number | undefined = 0; month !== undefined; month = await this.dropMonth(moment))
      removed += month;
    return removed;
  }

  /** The number of its events; undefined when there is none to drop. */
  private async dropMonth(moment: Date): Promise<number | undefined> {
    const { rows } = await inSystemScope(this.database, 'housekeeping', async (query) => {
      await query(lockRetention);
      await query(readLong);
      return query<{ removed: string | null }>(keepMonths, [moment]);
    });
    const removed = rows[0]?.removed ?? undefined;
    return removed === undefined ? undefined : Number(removed);
  }
}
