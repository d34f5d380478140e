import { AuditHousekeeping } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inLots, lot } from '../access/in-lots';

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

  removeUntil(moment: Date): Promise<number> {
    return inLots(this.database, 'housekeeping', (query) => query(deleteOld, [moment]));
  }
}
