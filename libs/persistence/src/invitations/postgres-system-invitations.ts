import { SystemInvitations, type UnsentInvitation } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { inSystemScope } from '../access/scoped-transactions';
import { unsentColumns, unsentOfRow, type UnsentRow } from './invitation-row';

const selectUnsent = {
  name: 'select-unsent-invitation',
  text: `
    SELECT ${unsentColumns} FROM invitations
    WHERE id = $1 AND token IS NOT NULL AND NOT is_replaced AND expires_at > $2`,
};

/** For the worker that sends the mail of every organization. */
export class PostgresSystemInvitations extends SystemInvitations {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async findUnsent(id: string, now: Date): Promise<UnsentInvitation | undefined> {
    const { rows } = await inSystemScope(this.database, 'invitation-mail', (query) =>
      query<UnsentRow>(selectUnsent, [id, now]),
    );
    return rows[0] && unsentOfRow(this.keyring, rows[0]);
  }
}
