import { type Client } from 'pg';
import { cancelReplacedMail, lockMail } from '../invitations/cancel-replaced-mail';
import { replaced } from '../invitations/invitation-row';

interface Pending {
  readonly id: string;
}

/**
 * Runs before the invitation gets `macs` as its hashes: of the pending invitations of its organization to this mailbox, the
 * newest stays and the others are replaced, as at creation.
 */
export async function replaceTwin(client: Client, id: string, macs: readonly Buffer[]): Promise<void> {
  const { rows: twins } = await client.query<{ ids: string[] | null }>(
    `SELECT array_agg(twin.id) AS ids FROM invitations AS twin JOIN invitations AS visited ON visited.id = $1
     WHERE twin.org_id = visited.org_id AND (twin.id = visited.id OR twin.email_mac = ANY($2))`,
    [id, macs],
  );
  await client.query(lockMail.text, [twins[0]?.ids ?? []]);
  const { rows } = await client.query<Pending>(
    `SELECT twin.id FROM invitations AS twin JOIN invitations AS visited ON visited.id = $1
     WHERE twin.org_id = visited.org_id AND NOT twin.is_replaced AND NOT visited.is_replaced
       AND (twin.id = visited.id OR twin.email_mac = ANY($2))
     ORDER BY twin.created_at DESC, twin.id DESC FOR UPDATE OF twin`,
    [id, macs],
  );
  const older = rows.slice(1).map((row) => row.id);
  if (older.length === 0) return;
  await client.query(`UPDATE invitations SET ${replaced} WHERE id = ANY($1)`, [older]);
  await client.query(cancelReplacedMail.text, [older]);
}
