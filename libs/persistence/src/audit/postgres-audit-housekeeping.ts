import { AuditHousekeeping } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inSystemScope } from '../access/scoped-transactions';

/** Rows are deleted in batches: one statement over too many rows would exceed its timeout. */
const lot = 500;

const deleteOld = {
  name: 'delete-old-audit-events',
  text: `DELETE FROM audit_trail WHERE id IN (
    SELECT id FROM audit_trail WHERE at <= $1 AND (org_id IS NULL OR is_sealed_audit_event(id))
    ORDER BY at LIMIT ${lot})`,
};

/** Housekeeping in PostgreSQL. */
export class PostgresAuditHousekeeping extends AuditHousekeeping {
  constructor(private readonly database: Database) {
    super();
  }

  async removeUntil(moment: Date): Promise<number> {
    let total = 0;
    for (let removed = lot; removed === lot; total += removed) {
      const { rowCount } = await inSystemScope(this.database, 'housekeeping', (query) =>
        query(deleteOld, [moment]),
      );
      removed = rowCount ?? 0;
    }
    return total;
  }
}
