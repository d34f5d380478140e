import { type Role, SystemInvitations, type UnsentInvitation } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { inSystemScope } from '../access/scoped-transactions';
import { invitationSeal } from './invitation-seal';

const selectUnsent = {
  name: 'select-unsent-invitation',
  text: `
    SELECT org_id, email, role, connection_id, token, created_at, expires_at FROM invitations
    WHERE id = $1 AND token IS NOT NULL AND NOT is_replaced AND expires_at > $2`,
};

interface UnsentRow {
  readonly org_id: string;
  readonly email: Buffer;
  readonly role: Role;
  readonly connection_id: string | null;
  readonly token: Buffer;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** What the worker asks that sends the mail of every organization. */
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
    const [row] = rows;
    return (
      row && {
        invitation: {
          id,
          orgId: row.org_id,
          email: this.keyring.open(row.email, invitationSeal('email', id)).toString('utf8'),
          role: row.role,
          connectionId: row.connection_id ?? undefined,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
        },
        token: this.keyring.open(row.token, invitationSeal('token', id)).toString('utf8'),
      }
    );
  }
}
