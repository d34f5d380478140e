import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { hashPassword, isCurrentHash, matchesPassword } from './password-hash';
import { endAccess } from './session-ends.store';

/** A hash that matches no password. It is checked for an account without a password, so that the time is the same. */
let dummyHash: Promise<string> | undefined;

export interface PasswordReplacement {
  /** Of `hashPassword`. */
  readonly hash: string;
  /** The row ids of the session that stays (`payloadMacs`); empty: none. */
  readonly keptSession: readonly Buffer[];
}

/** Passwords as sealed Argon2id hashes: a copy of the database does not allow offline guessing. */
export class PasswordsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Sets a password. False when the user does not exist, or is an account of a connection, which has no password. The same
   * password again changes nothing; a new one ends the user's sessions.
   */
  async set(userId: string, password: string): Promise<boolean> {
    if ((await this.isSet(userId)) && (await this.matches(userId, password))) return true;
    return this.store(userId, password, { isNew: true });
  }

  /** Whether it is the user's password. Takes equally long if the user does not exist or has no password. */
  async matches(userId: string | undefined, password: string): Promise<boolean> {
    const hash = await this.hashOf(userId ?? '');
    dummyHash ??= hashPassword('');
    const matches = await matchesPassword(hash ?? (await dummyHash), password);
    if (userId === undefined || hash === undefined || !matches) return false;
    if (!isCurrentHash(hash)) await this.store(userId, password, { isNew: false });
    return true;
  }

  /** A value that changes only with the password; empty without a password. */
  async versionOf(userId: string): Promise<string> {
    const {
      rows: [row],
    } = await this.database.query<{ set_at: Date }>(
      'SELECT set_at FROM identity.passwords WHERE user_id = $1',
      [userId],
    );
    return row?.set_at.toISOString() ?? '';
  }

  async isSet(userId: string): Promise<boolean> {
    return (await this.hashOf(userId)) !== undefined;
  }

  /** Part of accepting an invitation. False when the user already has a password. */
  async addFirst(query: RunStatement, userId: string, hash: string): Promise<boolean> {
    const { rows: added } = await query(
      `INSERT INTO identity.passwords (user_id, hash)
       SELECT id, $2 FROM identity.users WHERE id = $1 AND connection_id IS NULL
       ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
      [userId, this.keyring.seal(hash, sealOf(userId))],
    );
    return added.length > 0;
  }

  /** Of two concurrent changes of one password the second waits. Before the links that reset it. */
  async lock(query: RunStatement, userId: string): Promise<void> {
    await query('SELECT FROM identity.passwords WHERE user_id = $1 FOR UPDATE', [userId]);
  }

  /**
   * Part of a change by the owner: replaces the password and ends the user's sessions and refresh tokens. False when the account
   * has no password to replace.
   */
  async replace(
    query: RunStatement,
    userId: string,
    { hash, keptSession }: PasswordReplacement,
  ): Promise<boolean> {
    const { rows: replaced } = await query(
      'UPDATE identity.passwords SET hash = $2, set_at = now() WHERE user_id = $1 RETURNING user_id',
      [userId, this.keyring.seal(hash, sealOf(userId))],
    );
    await endAccess(query, userId, keptSession);
    return replaced.length > 0;
  }

  private async hashOf(userId: string): Promise<string | undefined> {
    const {
      rows: [row],
    } = await this.database.query<{ hash: Buffer }>(
      'SELECT hash FROM identity.passwords WHERE user_id = $1',
      [userId],
    );
    return row && this.keyring.open(row.hash, sealOf(userId)).toString('utf8');
  }

  private async store(
    userId: string,
    password: string,
    { isNew }: { readonly isNew: boolean },
  ): Promise<boolean> {
    const hash = this.keyring.seal(await hashPassword(password), sealOf(userId));
    return this.database.inTransaction(async (query) => {
      // `xmax` is 0 in a row that was inserted: a first password replaces none.
      const { rows: stored } = await query<{ replaced: boolean }>(
        `INSERT INTO identity.passwords (user_id, hash)
         SELECT id, $2 FROM identity.users WHERE id = $1 AND connection_id IS NULL
         ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash,
           set_at = CASE WHEN $3 THEN now() ELSE passwords.set_at END
         RETURNING xmax <> 0 AS replaced`,
        [userId, hash, isNew],
      );
      const [row] = stored;
      if (isNew && row?.replaced === true) await endAccess(query, userId);
      return row !== undefined;
    });
  }
}

function sealOf(row: string): { table: string; column: string; row: string } {
  return { table: 'identity.passwords', column: 'hash', row };
}
