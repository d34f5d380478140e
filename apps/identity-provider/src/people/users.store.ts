import { domainOf, signInKey } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';

export interface NewUser {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

export interface User extends NewUser {
  readonly id: string;
  /** The only sign-in method of the account, which asserts its name and address; undefined: an account with a password. */
  readonly connectionId?: string;
  readonly createdAt: Date;
}

/** The profile that a connection asserts for one of its accounts. */
export interface AssertedUser {
  readonly connectionId: string;
  readonly email: string;
  readonly name: string | undefined;
  /** Whether the organization of the connection has proven the domain of the address. */
  readonly isOwnDomain: boolean;
}

/** The accounts while no other change of them happens. */
export interface HeldUsers {
  /** The account with a password that has the address. */
  idByEmail(email: string): Promise<string | undefined>;
  /** Whether a connection asserts the account. */
  isOfConnection(id: string): Promise<boolean>;
  /** Creates or replaces an account with a password. Ends the links that reset it. */
  put(id: string, user: NewUser): Promise<User>;
}

interface UserRow {
  readonly id: string;
  /** Address and name are null for an account that a migration has created, until its first sign-in. */
  readonly email: Buffer | null;
  /** Our own proof: the user has opened a link that was mailed to the address. */
  readonly email_verified: boolean;
  /** For an account of a connection: the domains that its organization has proven. */
  readonly proven_domains?: readonly string[];
  readonly name: Buffer | null;
  readonly connection_id: string | null;
  readonly created_at: Date;
}

/**
 * User accounts. Names and addresses are sealed. An address belongs to one account with a password, which is found by a hash
 * that is equal for all spellings. Accounts of connections cannot be found by address (ADR 18).
 */
export class UsersStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  async find(id: string): Promise<User | undefined> {
    const {
      rows: [row],
    } = await this.database.query<UserRow>(
      `SELECT users.*, ARRAY(SELECT domains.name FROM identity.domains JOIN identity.connections USING (organization_id)
         WHERE connections.id = users.connection_id AND proven_at IS NOT NULL) AS proven_domains
       FROM identity.users WHERE users.id = $1`,
      [id],
    );
    return row && this.open(row);
  }

  async findByEmail(email: string): Promise<User | undefined> {
    const row = await this.rowByEmail(this.database.query, email);
    return row && this.open(row);
  }

  /** Lets `work` decide about a change while no other one happens. Of two concurrent claims to one address the second waits. */
  async hold<Result>(work: (users: HeldUsers) => Promise<Result>): Promise<Result> {
    return this.database.inTransaction(async (query) => {
      await query('LOCK TABLE identity.users IN SHARE ROW EXCLUSIVE MODE');
      return work({
        idByEmail: async (email) => (await this.rowByEmail(query, email))?.id,
        isOfConnection: (id) => isOfConnection(query, id),
        put: (id, user) => this.put(query, id, user),
      });
    });
  }

  /**
   * Part of accepting an invitation by password: stores the account with the address, verified by the link, or creates it.
   * False when the address belongs to another account, or no longer to this one.
   */
  async settleInvited(
    query: RunStatement,
    id: string,
    { email, name }: Pick<NewUser, 'email' | 'name'>,
  ): Promise<boolean> {
    await query('LOCK TABLE identity.users IN SHARE ROW EXCLUSIVE MODE');
    const owner = await this.rowByEmail(query, email);
    if (owner && owner.id !== id) return false;
    if (owner) {
      await query('UPDATE identity.users SET email_verified = true WHERE id = $1', [id]);
      return true;
    }
    const { rows: added } = await query(
      `INSERT INTO identity.users (id, email, email_mac, email_verified, name) VALUES ($1, $2, $3, true, $4)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [
        id,
        this.keyring.seal(email, sealOf('email', id)),
        this.emailMacs(email)[0],
        this.keyring.seal(name, sealOf('name', id)),
      ],
    );
    return added.length > 0;
  }

  /**
   * Part of accepting an invitation by a connection: stores the account with the address, verified by the link. An account with
   * another sign-in method stays unchanged.
   */
  async putInvited(
    query: RunStatement,
    id: string,
    { connectionId, email, name = email }: Omit<AssertedUser, 'isOwnDomain'>,
  ): Promise<void> {
    await query(
      `INSERT INTO identity.users AS known (id, connection_id, email, email_mac, email_verified, name)
       VALUES ($1, $2, $3, $4, true, $5)
       ON CONFLICT (id) DO UPDATE SET email = excluded.email, email_mac = excluded.email_mac,
         email_verified = true, name = excluded.name
       WHERE known.connection_id = excluded.connection_id`,
      [
        id,
        connectionId,
        this.keyring.seal(email, sealOf('email', id)),
        this.emailMacs(email)[0],
        this.keyring.seal(name, sealOf('name', id)),
      ],
    );
  }

  /**
   * Updates an account of a connection to the profile that its provider asserts now. A changed address is taken only from the
   * organization's own domains: elsewhere an assertion is no proof. An account without an address gets it unverified.
   */
  async putAsserted(
    id: string,
    { connectionId, email, name = email, isOwnDomain }: AssertedUser,
  ): Promise<void> {
    const macs = this.emailMacs(email);
    await this.database.query(
      `UPDATE identity.users SET name = $3,
         email = CASE WHEN $4 OR email IS NULL THEN $5 ELSE email END,
         email_mac = CASE WHEN $4 OR email IS NULL THEN $6 ELSE email_mac END,
         email_verified = email_verified AND (email_mac = ANY($7) OR NOT ($4 OR email IS NULL))
       WHERE id = $1 AND connection_id = $2`,
      [
        id,
        connectionId,
        this.keyring.seal(name, sealOf('name', id)),
        isOwnDomain,
        this.keyring.seal(email, sealOf('email', id)),
        macs[0],
        macs,
      ],
    );
  }

  private async put(query: RunStatement, id: string, { email, emailVerified, name }: NewUser): Promise<User> {
    const {
      rows: [row],
    } = await query<UserRow>(
      `INSERT INTO identity.users (id, email, email_mac, email_verified, name) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET email = excluded.email, email_mac = excluded.email_mac,
         email_verified = excluded.email_verified, name = excluded.name
       RETURNING *`,
      [
        id,
        this.keyring.seal(email, sealOf('email', id)),
        this.emailMacs(email)[0],
        emailVerified,
        this.keyring.seal(name, sealOf('name', id)),
      ],
    );
    if (!row) throw new Error('the upsert returned no row');
    // A link that was mailed to the former address must not reset the password.
    await query('DELETE FROM identity.password_resets WHERE user_id = $1', [id]);
    return this.open(row);
  }

  private async rowByEmail(query: RunStatement, email: string): Promise<UserRow | undefined> {
    const {
      rows: [row],
    } = await query<UserRow>(
      'SELECT * FROM identity.users WHERE email_mac = ANY($1) AND connection_id IS NULL',
      [this.emailMacs(email)],
    );
    return row;
  }

  private emailMacs(email: string): Buffer[] {
    return userEmailMacs(this.keyring, email);
  }

  private open(row: UserRow): User {
    const opened = (column: 'email' | 'name'): string =>
      openSealed(this.keyring, row[column], { column, userId: row.id }) ?? '';
    const email = opened('email');
    return {
      id: row.id,
      email,
      emailVerified: row.email_verified || row.proven_domains?.includes(domainOf(email)) === true,
      name: opened('name'),
      ...(row.connection_id !== null && { connectionId: row.connection_id }),
      createdAt: row.created_at,
    };
  }
}

/** The lookup hashes of an address: one for each key version, newest first. */
export function userEmailMacs(keyring: Keyring, email: string): Buffer[] {
  return keyring.macs('user-email', signInKey(email));
}

/** A sealed column of `identity.users`; null for an account that a migration has created, until its first sign-in. */
export function openSealed(
  keyring: Keyring,
  sealed: Buffer | null,
  { column, userId }: { readonly column: 'email' | 'name'; readonly userId: string },
): string | null {
  return sealed && keyring.open(sealed, sealOf(column, userId)).toString('utf8');
}

async function isOfConnection(query: RunStatement, id: string): Promise<boolean> {
  const { rows: found } = await query(
    'SELECT FROM identity.users WHERE id = $1 AND connection_id IS NOT NULL',
    [id],
  );
  return found.length > 0;
}

function sealOf(column: string, row: string): { table: string; column: string; row: string } {
  return { table: 'identity.users', column, row };
}
