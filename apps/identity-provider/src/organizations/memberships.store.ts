import { type FailedSignIns, type Role } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { AttemptsStore } from '../guesses/attempts.store';
import { showsFactor } from './ways.store';
import { isLastAdmin, lockOrganization } from './account-admins';
import { openSealed, userEmailMacs } from '../people/users.store';

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
  /** When the second factors are removed; null: they stay. */
  readonly secondFactorResetAt: Date | null;
  /** Those that the user has here. */
  readonly secondFactors: readonly ('app' | 'passkey')[];
  /** Null before the first sign-in to the organization that was recorded. */
  readonly lastSignInAt: Date | null;
  /** Of the account, in any organization; null: none. */
  readonly failedSignIns: FailedSignIns | null;
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

interface MembershipRow extends Omit<Membership, 'email' | 'name' | 'failedSignIns'> {
  readonly email: Buffer | null;
  readonly name: Buffer | null;
}

const hasApp = 'EXISTS (SELECT FROM identity.authenticators WHERE authenticators.user_id = users.id)';
const hasPasskey = 'EXISTS (SELECT FROM identity.passkeys WHERE passkeys.user_id = users.id)';

const secondFactor = `CASE
    WHEN ${hasApp} OR ${hasPasskey} THEN true
    WHEN EXISTS (SELECT FROM identity.connections
      WHERE connections.id = users.connection_id AND ${showsFactor}) THEN NULL
    ELSE false
  END`;

const secondFactors = `array_remove(
    ARRAY[CASE WHEN ${hasApp} THEN 'app' END, CASE WHEN ${hasPasskey} THEN 'passkey' END], NULL)`;

const select = `SELECT memberships.user_id AS "userId", role, connection_id AS "connectionId", email, name,
    ${secondFactor} AS "secondFactor", ${secondFactors} AS "secondFactors",
    (SELECT due_at FROM identity.second_factor_resets AS resets WHERE resets.user_id = users.id) AS "secondFactorResetAt",
    last_sign_in_at AS "lastSignInAt", memberships.created_at AS "createdAt"
  FROM identity.memberships JOIN identity.users ON users.id = memberships.user_id
  WHERE organization_id = $1`;

/** The memberships of an organization while no other change of its account admins happens. */
export interface HeldMemberships {
  /** Whether no other account admin could sign in. */
  isLastAdmin(userId: string): Promise<boolean>;
  /** Creates or replaces it. Undefined when the organization or the user does not exist. */
  put(userId: string, role: Role): Promise<Membership | undefined>;
  /** Undefined when the membership does not exist. */
  setRole(userId: string, role: Role): Promise<Membership | undefined>;
  /** Deletes it if it exists. */
  remove(userId: string): Promise<void>;
}

const put = `INSERT INTO identity.memberships (organization_id, user_id, role)
  SELECT organizations.id, users.id, $3
  FROM identity.organizations CROSS JOIN identity.users
  WHERE organizations.id = $1 AND users.id = $2
  ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role`;

const setRole = 'UPDATE identity.memberships SET role = $3 WHERE organization_id = $1 AND user_id = $2';

const remove = 'DELETE FROM identity.memberships WHERE organization_id = $1 AND user_id = $2';

export class MembershipsStore {
  private readonly attempts: AttemptsStore;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    this.attempts = new AttemptsStore(database, keyring);
  }

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

  /** Lets `work` decide about a change of the organization's memberships. Of two concurrent changes the second waits. */
  hold<Result>(orgId: string, work: (memberships: HeldMemberships) => Promise<Result>): Promise<Result> {
    return this.database.inTransaction(async (query) => {
      await lockOrganization(query, orgId);
      return work({
        isLastAdmin: (userId) => isLastAdmin(query, orgId, userId),
        put: async (userId, role) => {
          await query(put, [orgId, userId, role]);
          return this.one(query, orgId, userId);
        },
        setRole: async (userId, role) => {
          await query(setRole, [orgId, userId, role]);
          return this.one(query, orgId, userId);
        },
        remove: async (userId) => {
          await query(remove, [orgId, userId]);
        },
      });
    });
  }

  /** Whether the account is one of another organization's connection. */
  async belongsElsewhere(orgId: string, userId: string): Promise<boolean> {
    const { rows: foreign } = await this.database.query(
      `SELECT FROM identity.users JOIN identity.connections ON connections.id = connection_id
       WHERE users.id = $1 AND organization_id <> $2`,
      [userId, orgId],
    );
    return foreign.length > 0;
  }

  private async one(query: RunStatement, orgId: string, userId: string): Promise<Membership | undefined> {
    const [membership] = await this.read(query, `${select} AND user_id = $2`, [orgId, userId]);
    return membership;
  }

  private async read(query: RunStatement, text: string, values: unknown[]): Promise<Membership[]> {
    const { rows } = await query<MembershipRow>(text, values);
    const failures = await this.attempts.failuresSinceYesterday(
      query,
      rows.map(({ userId }) => userId),
    );
    return rows.map(({ email, name, ...row }) => ({
      ...row,
      email: openSealed(this.keyring, email, { column: 'email', userId: row.userId }),
      name: openSealed(this.keyring, name, { column: 'name', userId: row.userId }),
      failedSignIns: failures.get(row.userId) ?? null,
    }));
  }
}
