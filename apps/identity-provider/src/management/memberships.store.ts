import { Problem } from '@governance/kernel';
import { type Role } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { userEmailMacs } from './users.store';

/** The membership of a user in an organization. */
export interface Membership {
  readonly userId: string;
  readonly role: Role;
  /** The connection of the account; null: an account with a password. */
  readonly connectionId: string | null;
  readonly createdAt: Date;
}

const columns = `user_id AS "userId", role, memberships.created_at AS "createdAt",
  (SELECT connection_id FROM identity.users WHERE users.id = user_id) AS "connectionId"`;

export class MembershipsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  async list(orgId: string): Promise<Membership[]> {
    return (
      await this.database.query<Membership>(
        `SELECT ${columns} FROM identity.memberships WHERE organization_id = $1 ORDER BY user_id`,
        [orgId],
      )
    ).rows;
  }

  /**
   * The memberships of all accounts with the address, which differ in their sign-in method. With a connection, only those
   * for this connection's sign-in method: the accounts that it asserts, or the account with a password.
   */
  async findByEmail(orgId: string, email: string, connectionId?: string): Promise<Membership[]> {
    return (
      await this.database.query<Membership>(
        `SELECT ${columns} FROM identity.memberships JOIN identity.users ON users.id = user_id
       WHERE organization_id = $1 AND email_mac = ANY($2)
         AND ($3::text IS NULL OR users.connection_id IS NOT DISTINCT FROM (
           SELECT id FROM identity.connections WHERE id = $3 AND type = 'enterprise'))
       ORDER BY user_id`,
        [orgId, userEmailMacs(this.keyring, email), connectionId],
      )
    ).rows;
  }

  /**
   * Undefined when the organization or the user does not exist. @throws a 409 for an account of another organization's
   * connection, which is valid only there.
   */
  async put(orgId: string, userId: string, role: Role): Promise<Membership | undefined> {
    await this.refuseForeign(orgId, userId);
    const {
      rows: [stored],
    } = await this.database.query<Membership>(
      `INSERT INTO identity.memberships (organization_id, user_id, role)
       SELECT organizations.id, users.id, $3
       FROM identity.organizations CROSS JOIN identity.users
       WHERE organizations.id = $1 AND users.id = $2
       ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role
       RETURNING ${columns}`,
      [orgId, userId, role],
    );
    return stored;
  }

  private async refuseForeign(orgId: string, userId: string): Promise<void> {
    const { rows: foreign } = await this.database.query(
      `SELECT FROM identity.users JOIN identity.connections ON connections.id = connection_id
       WHERE users.id = $1 AND organization_id <> $2`,
      [userId, orgId],
    );
    if (foreign.length > 0) throw new Problem('conflict', 'the account belongs to another organization');
  }

  /** Deletes the membership if it exists. */
  async remove(orgId: string, userId: string): Promise<void> {
    await this.database.query(
      'DELETE FROM identity.memberships WHERE organization_id = $1 AND user_id = $2',
      [orgId, userId],
    );
  }
}
