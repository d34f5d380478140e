import { InvitationHousekeeping } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inSystemScope } from '../access/scoped-transactions';

/** Rows are deleted in batches: one statement over too many rows would exceed its timeout. */
const lot = 500;

/** Their deliveries are deleted too; the windows of the budgets ended long before. */
const deleteExpired = {
  name: 'delete-expired-invitations',
  text: `DELETE FROM invitations WHERE id IN (
    SELECT id FROM invitations AS invitation
    WHERE expires_at <= $1
      AND NOT EXISTS (SELECT FROM deliveries WHERE invitation_id = invitation.id AND state = 'queued')
    LIMIT ${lot})`,
};

/** Housekeeping in PostgreSQL. */
export class PostgresInvitationHousekeeping extends InvitationHousekeeping {
  constructor(private readonly database: Database) {
    super();
  }

  async removeExpired(until: Date): Promise<number> {
    let total = 0;
    for (let removed = lot; removed === lot; total += removed) {
      const { rowCount } = await inSystemScope(this.database, 'housekeeping', (query) =>
        query(deleteExpired, [until]),
      );
      removed = rowCount ?? 0;
    }
    return total;
  }
}
