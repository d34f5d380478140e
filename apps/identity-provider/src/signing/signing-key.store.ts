import { lockOfTransaction } from '@governance/postgres';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { keysOver, needsSuccessor, publishedAheadMs, type Scheduled } from './key-schedule';
import { createSigningKey, openSigningKey, type SigningKey, type SigningKeyRow } from './signing-key';

/** A key without secret parts, for the operator. */
export interface ListedKey extends Scheduled {
  readonly kid: string;
}

/** The sealed signing keys in the database, shared by all processes of the provider. */
export class SigningKeyStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  async all(): Promise<SigningKey[]> {
    const { rows } = await this.database.query<SigningKeyRow>('SELECT * FROM identity.signing_keys');
    return rows.map((row) => openSigningKey(this.keyring, row));
  }

  async list(): Promise<ListedKey[]> {
    return listOf(this.database.query);
  }

  /**
   * Creates the first key, which signs at once, or the next one when it is due. Deletes keys that are no longer needed.
   * Usually changes nothing. Safe to run in several processes.
   */
  async keepUp(now: Date, lifetimeMs: number): Promise<void> {
    const due = (keys: readonly Scheduled[]): boolean =>
      needsSuccessor(keys, now, lifetimeMs) || keysOver(keys, now).length > 0;
    if (!due(await this.list())) return;
    await this.exclusively(async (query) => {
      const keys = await listOf(query);
      if (needsSuccessor(keys, now, lifetimeMs))
        await this.add(query, now, keys.length === 0 ? 0 : publishedAheadMs);
      await query('DELETE FROM identity.signing_keys WHERE kid = ANY($1)', [
        keysOver(keys, now).map(({ kid }) => kid),
      ]);
    });
  }

  /** Publishes the next key now; it signs once every verifier can know it. Does nothing if a next key is already published. */
  async rotate(now: Date): Promise<void> {
    await this.exclusively(async (query) => {
      const keys = await listOf(query);
      if (keys.some(({ signsFrom }) => signsFrom > now)) return;
      await this.add(query, now, keys.length === 0 ? 0 : publishedAheadMs);
    });
  }

  /** For a compromised key: a new key signs at once, and tokens signed by the other keys are refused. */
  async replaceAll(now: Date): Promise<void> {
    await this.exclusively(async (query) => {
      await query('DELETE FROM identity.signing_keys');
      await this.add(query, now, 0);
    });
  }

  private async exclusively(work: (query: RunStatement) => Promise<void>): Promise<void> {
    await this.database.inTransaction(async (query) => {
      await query(lockOfTransaction('identity-signing-keys'));
      await work(query);
    });
  }

  private async add(query: RunStatement, now: Date, aheadMs: number): Promise<void> {
    const times = { createdAt: now, signsFrom: new Date(now.getTime() + aheadMs) };
    const key = createSigningKey(this.keyring, times);
    await query(
      'INSERT INTO identity.signing_keys (kid, private_key, created_at, signs_from) VALUES ($1, $2, $3, $4)',
      [key.kid, key.private_key, key.created_at, key.signs_from],
    );
  }
}

async function listOf(query: RunStatement): Promise<ListedKey[]> {
  return (
    await query<{ kid: string; createdAt: Date; signsFrom: Date }>(
      `SELECT kid, created_at AS "createdAt", signs_from AS "signsFrom"
     FROM identity.signing_keys ORDER BY signs_from`,
    )
  ).rows;
}
