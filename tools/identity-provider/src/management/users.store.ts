import { signInKey } from '@governance/deliveries';
import { Problem } from '@governance/http';
import { type Keyring } from '@governance/keyring';
import { type IdentityDatabase, type Query } from '../database/identity-database';

export interface NewUser {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

export interface User extends NewUser {
  readonly id: string;
  readonly createdAt: Date;
}

interface UserRow {
  readonly id: string;
  readonly email: Buffer;
  readonly email_verified: boolean;
  readonly name: Buffer;
  readonly created_at: Date;
}

/** People. Names and addresses are sealed; an address is found by its hash, however it is spelled. */
export class UsersStore {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly keyring: Keyring,
  ) {}

  async find(id: string): Promise<User | undefined> {
    const [row] = await this.database.query<UserRow>('SELECT * FROM identity.users WHERE id = $1', [id]);
    return row && this.open(row);
  }

  async findByEmail(email: string): Promise<User | undefined> {
    const row = await this.rowByEmail(this.database.query, email);
    return row && this.open(row);
  }

  /** Creates the person, or makes the one who is there what is asked. @throws a 409 when the address is somebody else's. */
  async put(id: string, { email, emailVerified, name }: NewUser): Promise<User> {
    return this.database.inTransaction(async (query) => {
      // Of two people who claim one address at the same time, the second waits and is told.
      await query('LOCK TABLE identity.users IN SHARE ROW EXCLUSIVE MODE');
      const owner = await this.rowByEmail(query, email);
      if (owner && owner.id !== id) throw new Problem('conflict', 'the address belongs to somebody else');
      const [row] = await query<UserRow>(
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
      if (!row) throw new Error('an upsert has returned no row');
      return this.open(row);
    });
  }

  /**
   * As a part of accepting an invitation: the person who has the address, verified by the link, or a new one. False when
   * the address is somebody else's, or not the person's any more.
   */
  async settleInvited(
    query: Query,
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
    const added = await query(
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

  private async rowByEmail(query: Query, email: string): Promise<UserRow | undefined> {
    const [row] = await query<UserRow>('SELECT * FROM identity.users WHERE email_mac = ANY($1)', [
      this.emailMacs(email),
    ]);
    return row;
  }

  /** One for each key version, the newest first. */
  private emailMacs(email: string): Buffer[] {
    return this.keyring.macs('user-email', signInKey(email));
  }

  private open(row: UserRow): User {
    return {
      id: row.id,
      email: this.keyring.open(row.email, sealOf('email', row.id)).toString('utf8'),
      emailVerified: row.email_verified,
      name: this.keyring.open(row.name, sealOf('name', row.id)).toString('utf8'),
      createdAt: row.created_at,
    };
  }
}

function sealOf(column: string, row: string): { table: string; column: string; row: string } {
  return { table: 'identity.users', column, row };
}
