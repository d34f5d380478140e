import { InvitationHousekeeping } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inLots, lot } from '../access/in-lots';
import { lockMail } from './cancel-replaced-mail';
import { type ReplacedRow } from './invitation-row';

const selectExpired = {
  name: 'select-expired-invitations',
  text: `
    SELECT id FROM invitations AS invitation
    WHERE expires_at <= $1
      AND NOT EXISTS (SELECT FROM deliveries WHERE invitation_id = invitation.id AND state = 'queued')
    LIMIT ${lot}`,
};

/** Their deliveries are deleted too; the windows of the budgets ended long before. */
const deleteExpired = {
  name: 'delete-expired-invitations',
  text: `DELETE FROM invitations WHERE id = ANY($1)`,
};

export class PostgresInvitationHousekeeping extends InvitationHousekeeping {
  constructor(private readonly database: Database) {
    super();
  }

  removeExpired(until: Date): Promise<number> {
    return inLots(this.database, 'housekeeping', async (query) => {
      const { rows } = await query<ReplacedRow>(selectExpired, [until]);
      const ids = rows.map(({ id }) => id);
      await query(lockMail, [ids]);
      return query(deleteExpired, [ids]);
    });
  }
}
