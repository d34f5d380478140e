import { Problem } from '@governance/kernel';
import { type Role } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { showsFactor } from '../connections/ways.store';
import { isLastAdmin, lockAccountAdmins } from './account-admins';
import { openSealed, userEmailMacs } from './users.store';

/** The membership of a user in an organization. */
export interface Membership {
  readonly userId: string;
  readonly role: Role;
  /** The connection of the account; null: an account with a password. */
  readonly connectionId: string | null;
  /** Null, like `name`, for an account that a migration has created, until its first sign-in. */
  readonly email: string | null;
  readonly name: string | null;
  /** Whether the user has a second factor here; null: the provider of their connection shows it, and only it knows. */
  readonly secondFactor: boolean | null;
  readonly createdAt: Date;
}

export interface FoundMembership extends Membership {
  readonly isLastAdmin: boolean;
}

/** A page of memberships, sorted by time and then by user, both descending. */
export interface MembershipPage {
  /** Undefined: no limit. */
  readonly limit: number | undefined;
  readonly after: { readonly createdAt: Date; readonly userId: string } | undefined;
}

interface MembershipRow extends Omit<Membership, 'email' | 'name'> {
  readonly email: Buffer | null;
  readonly name: Buffer | null;
}

const secondFactor = `CASE
    WHEN EXISTS (SELECT FROM identity.authenticators WHERE authenticators.user_id = users.id)
      OR EXISTS (SELECT FROM identity.passkeys WHERE passkeys.user_id = users.id) THEN true
    WHEN EXISTS (SELECT FROM identity.connections
      WHERE connections.id = users.connection_id AND ${showsFactor}) THEN NULL
    ELSE false
  END`;

const select = `SELECT memberships.user_id AS "userId", role, connection_id AS "connectionId", email, name,
    ${secondFactor} AS "secondFactor", memberships.created_at AS "createdAt"
  FROM identity.memberships JOIN identity.users ON users.id = memberships.user_id
  WHERE organization_id = $1`;

/** Memberships. An organization keeps an account admin: no method removes or demotes the last one. */
export class MembershipsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** Newest first. */
  list(orgId: string, { limit, after }: MembershipPage): Promise<Membership[]> {
    return this.read(
      this.database.query,
      `${select} AND ($3::timestamptz IS NULL OR (memberships.created_at, user_id) < ($3, $4))
       ORDER BY memberships.created_at DESC, user_id DESC LIMIT $2`,
      [orgId, limit, after?.createdAt, after?.userId],
    );
  }

  async find(orgId: string, userId: string): Promise<FoundMembership | undefined> {
    const { query } = this.database;
    const membership = await this.one(query, orgId, userId);
    return membership && { ...membership, isLastAdmin: await isLastAdmin(query, orgId, userId) };
  }

  /**
   * The memberships of all accounts with the address, which differ in their sign-in method. With a connection, only those
   * for this connection's sign-in method: the accounts that it asserts, or the account with a password.
   */
  findByEmail(orgId: string, email: string, connectionId?: string): Promise<Membership[]> {
    return this.read(
      this.database.query,
      `${select} AND email_mac = ANY($2)
         AND ($3::text IS NULL OR users.connection_id IS NOT DISTINCT FROM (
           SELECT id FROM identity.connections WHERE id = $3 AND type = 'enterprise'))
       ORDER BY user_id`,
      [orgId, userEmailMacs(this.keyring, email), connectionId],
    );
  }

  /**
   * Undefined when the organization or the user does not exist. @throws a 409 for the last account admin, and for an account of
   * another organization's connection, which is valid only there.
   */
  async put(orgId: string, userId: string, role: Role): Promise<Membership | undefined> {
    await this.refuseForeign(orgId, userId);
    return this.keepingAnAdmin({ orgId, userId, role }, async (query) => {
      await query(
        `INSERT INTO identity.memberships (organization_id, user_id, role)
         SELECT organizations.id, users.id, $3
         FROM identity.organizations CROSS JOIN identity.users
         WHERE organizations.id = $1 AND users.id = $2
         ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role`,
        [orgId, userId, role],
      );
      return this.one(query, orgId, userId);
    });
  }

  /** Changes the role of a member. Undefined when the membership does not exist. @throws a 409 for the last account admin. */
  setRole(orgId: string, userId: string, role: Role): Promise<Membership | undefined> {
    return this.keepingAnAdmin({ orgId, userId, role }, async (query) => {
      await query('UPDATE identity.memberships SET role = $3 WHERE organization_id = $1 AND user_id = $2', [
        orgId,
        userId,
        role,
      ]);
      return this.one(query, orgId, userId);
    });
  }

  /** Deletes the membership if it exists. @throws a 409 for the last account admin. */
  async remove(orgId: string, userId: string): Promise<void> {
    await this.keepingAnAdmin({ orgId, userId, role: undefined }, (query) =>
      query('DELETE FROM identity.memberships WHERE organization_id = $1 AND user_id = $2', [orgId, userId]),
    );
  }

  private keepingAnAdmin<Result>(
    {
      orgId,
      userId,
      role,
    }: { readonly orgId: string; readonly userId: string; readonly role: Role | undefined },
    change: (query: RunStatement) => Promise<Result>,
  ): Promise<Result> {
    return this.database.inTransaction(async (query) => {
      await lockAccountAdmins(query, orgId);
      if (role !== 'account-admin' && (await isLastAdmin(query, orgId, userId))) {
        throw new Problem('conflict', 'the organization must keep an account admin who can sign in');
      }
      return change(query);
    });
  }

  private async refuseForeign(orgId: string, userId: string): Promise<void> {
    const { rows: foreign } = await this.database.query(
      `SELECT FROM identity.users JOIN identity.connections ON connections.id = connection_id
       WHERE users.id = $1 AND organization_id <> $2`,
      [userId, orgId],
    );
    if (foreign.length > 0) throw new Problem('conflict', 'the account belongs to another organization');
  }

  private async one(query: RunStatement, orgId: string, userId: string): Promise<Membership | undefined> {
    const [membership] = await this.read(query, `${select} AND user_id = $2`, [orgId, userId]);
    return membership;
  }

  private async read(query: RunStatement, text: string, values: unknown[]): Promise<Membership[]> {
    const { rows } = await query<MembershipRow>(text, values);
    return rows.map(({ email, name, ...row }) => ({
      ...row,
      email: openSealed(this.keyring, email, { column: 'email', userId: row.userId }),
      name: openSealed(this.keyring, name, { column: 'name', userId: row.userId }),
    }));
  }
}
