import { type Keyring } from '@governance/keyring';
import { type Database, isUniqueViolation, type RunStatement } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { MailsStore, type NewMail } from '../people/mails.store';
import { endAccess } from '../people/session-ends.store';

export interface Passkey {
  readonly id: string;
  /** In base64url, as in WebAuthn messages. */
  readonly credentialId: string;
  /** The host at which it works. */
  readonly rpId: string;
  /** How browsers reach the authenticator: a hint for them. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
}

/** What verifies an assertion. */
export interface PasskeyKey {
  readonly id: string;
  readonly publicKey: Buffer;
  /** Whether the key is copied between the devices of its owner, so that no single device holds it. */
  readonly isSynced: boolean;
}

export interface NewPasskey extends Pick<Passkey, 'credentialId' | 'rpId' | 'transports' | 'name'> {
  readonly publicKey: Uint8Array;
  readonly isSynced: boolean;
  readonly counter: number;
}

/** Of one user. */
export const mostPasskeys = 10;

interface PasskeyRow {
  readonly id: string;
  readonly credential_id: Buffer;
  readonly rp_id: string;
  readonly name: Buffer;
  readonly transports: string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** `taken`: the credential exists, for this account or another one. `not-first`: the user has another second factor. */
export type PasskeyAdded = 'added' | 'taken' | 'too-many' | 'not-first';

/** `last`: it is the only second factor that works. */
export type PasskeyRemoved = 'removed' | 'unknown' | 'last';

export class PasskeysStore {
  private readonly mails: MailsStore;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    this.mails = new MailsStore(keyring);
  }

  /** The oldest first. */
  async of(userId: string): Promise<Passkey[]> {
    const { rows } = await this.database.query<PasskeyRow>(
      `SELECT id, credential_id, rp_id, name, transports, created_at, last_used_at FROM identity.passkeys
       WHERE user_id = $1 ORDER BY created_at, id`,
      [userId],
    );
    return rows.map((row) => this.open(userId, row));
  }

  /** A credential of this user at this host; another user's is not found. */
  async find(userId: string, rpId: string, credentialId: string): Promise<PasskeyKey | undefined> {
    const {
      rows: [row],
    } = await this.database.query<{ id: string; public_key: Buffer; is_synced: boolean }>(
      `SELECT id, public_key, is_synced FROM identity.passkeys
       WHERE credential_id = $1 AND user_id = $2 AND rp_id = $3`,
      [Buffer.from(credentialId, 'base64url'), userId, rpId],
    );
    if (!row) return undefined;
    const publicKey = this.keyring.open(row.public_key, sealOf('public_key', userId, row.id));
    return { id: row.id, publicKey, isSynced: row.is_synced };
  }

  /** `onlyFirst`: for a user who has shown only a password, and so must not add to other second factors. `notice` reports it. */
  async add(
    userId: string,
    passkey: NewPasskey,
    { onlyFirst, notice }: { readonly onlyFirst: boolean; readonly notice?: NewMail | undefined },
  ): Promise<PasskeyAdded> {
    try {
      return await this.database.inTransaction(async (query) => {
        await lockFactors(query, userId);
        const { app, passkeys } = await factorCounts(query, userId);
        if (onlyFirst && (app || passkeys > 0)) return 'not-first';
        if (passkeys >= mostPasskeys) return 'too-many';
        await this.insert(query, userId, passkey);
        await this.mails.add(query, notice);
        return 'added';
      });
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    }
  }

  /**
   * Records an accepted assertion. False when the counter has not grown: the authenticator may have been copied (WebAuthn 2,
   * 6.1.1). Authenticators without a counter always send 0. Of two concurrent assertions with one counter, one is refused.
   */
  async use(id: string, counter: number): Promise<boolean> {
    const { rows: used } = await this.database.query(
      `UPDATE identity.passkeys SET counter = $2, last_used_at = now()
       WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
      [id, counter],
    );
    return used.length > 0;
  }

  /** Removes a passkey, unless the user would then have no second factor that works at `rpId`. */
  async remove(userId: string, id: string, { rpId }: { readonly rpId: string }): Promise<PasskeyRemoved> {
    return this.database.inTransaction(async (query) => {
      await lockFactors(query, userId);
      const { rows: found } = await query('SELECT FROM identity.passkeys WHERE id = $1 AND user_id = $2', [
        id,
        userId,
      ]);
      if (found.length === 0) return 'unknown';
      const { rows: others } = await query(
        `SELECT FROM identity.authenticators WHERE user_id = $1 UNION ALL
         SELECT FROM identity.passkeys WHERE user_id = $1 AND id <> $2 AND rp_id = $3`,
        [userId, id, rpId],
      );
      if (others.length === 0) return 'last';
      await query('DELETE FROM identity.passkeys WHERE id = $1', [id]);
      return 'removed';
    });
  }

  /** Removes all of a user who has an authenticator app, and ends the user's sessions. `unknown`: the user does not exist. */
  async removeAll(userId: string): Promise<PasskeyRemoved> {
    return this.database.inTransaction(async (query) => {
      if (!(await lockFactors(query, userId))) return 'unknown';
      const { app, passkeys } = await factorCounts(query, userId);
      if (!app && passkeys > 0) return 'last';
      await query('DELETE FROM identity.passkeys WHERE user_id = $1', [userId]);
      if (passkeys > 0) await endAccess(query, userId);
      return 'removed';
    });
  }

  private async insert(query: RunStatement, userId: string, passkey: NewPasskey): Promise<void> {
    const id = randomUUID();
    await query(
      `INSERT INTO identity.passkeys
         (id, user_id, credential_id, rp_id, public_key, name, transports, is_synced, counter)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        userId,
        Buffer.from(passkey.credentialId, 'base64url'),
        passkey.rpId,
        this.keyring.seal(passkey.publicKey, sealOf('public_key', userId, id)),
        this.keyring.seal(passkey.name, sealOf('name', userId, id)),
        passkey.transports,
        passkey.isSynced,
        passkey.counter,
      ],
    );
  }

  private open(userId: string, row: PasskeyRow): Passkey {
    return {
      id: row.id,
      credentialId: row.credential_id.toString('base64url'),
      rpId: row.rp_id,
      transports: row.transports,
      name: this.keyring.open(row.name, sealOf('name', userId, row.id)).toString('utf8'),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at ?? undefined,
    };
  }
}

/** Changes of one user's second factors wait for one another. False when the user does not exist. */
export async function lockFactors(query: RunStatement, userId: string): Promise<boolean> {
  const { rows: found } = await query('SELECT FROM identity.users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  return found.length > 0;
}

async function factorCounts(
  query: RunStatement,
  userId: string,
): Promise<{ readonly app: boolean; readonly passkeys: number }> {
  const {
    rows: [row],
  } = await query<{ app: boolean; passkeys: number }>(
    `SELECT EXISTS (SELECT FROM identity.authenticators WHERE user_id = $1) AS app,
       (SELECT count(*)::integer FROM identity.passkeys WHERE user_id = $1) AS passkeys`,
    [userId],
  );
  return row ?? { app: false, passkeys: 0 };
}

/** Bound to the account too: a row that is moved to another account does not open. */
function sealOf(
  column: 'public_key' | 'name',
  userId: string,
  id: string,
): { table: string; column: string; row: string } {
  return { table: 'identity.passkeys', column, row: `${userId} ${id}` };
}
