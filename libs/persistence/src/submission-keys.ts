import { type KeyedCreation, type SubmissionKey, submissionKeyLifeMs } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type RunStatement } from './database';
import { tryLockKey } from './key-lock';

const selectKey = {
  name: 'select-submission-key',
  text: `SELECT body_mac, result_id FROM idempotency_keys WHERE key_mac = ANY($1) AND created_at > $2`,
};

/** A key that is written again has outlived its first result. */
const upsertKey = {
  name: 'upsert-submission-key',
  text: `
    INSERT INTO idempotency_keys (key_mac, body_mac, result_id, created_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (key_mac) DO UPDATE
    SET body_mac = excluded.body_mac, result_id = excluded.result_id, created_at = excluded.created_at`,
};

/** The submission keys, within one transaction. Keys and bodies are kept as keyed hashes only. */
export class SubmissionKeys {
  constructor(
    private readonly query: RunStatement,
    private readonly keyring: Keyring,
  ) {}

  /** Takes the key until the end of the transaction. Undefined when nothing was created under it yet. */
  async take({ key, body }: SubmissionKey, now: Date): Promise<KeyedCreation | undefined> {
    if (!(await tryLockKey(this.query, this.keyOf(key)))) return { kind: 'running' };
    const since = new Date(now.getTime() - submissionKeyLifeMs);
    const known = await this.query<{ body_mac: Buffer; result_id: string }>(selectKey, [
      this.keyring.macs(keyPurpose, key),
      since,
    ]);
    const [row] = known.rows;
    if (row === undefined) return undefined;
    const sameBody = this.keyring.macs(bodyPurpose, body).some((mac) => mac.equals(row.body_mac));
    return sameBody ? { kind: 'replayed', resultId: row.result_id } : { kind: 'other-body' };
  }

  async remember(
    { key, body }: SubmissionKey,
    result: { readonly id: string; readonly createdAt: Date },
  ): Promise<void> {
    const values = [this.keyOf(key), this.keyring.mac(bodyPurpose, body), result.id, result.createdAt];
    await this.query(upsertKey, values);
  }

  private keyOf(key: string): Buffer {
    return this.keyring.mac(keyPurpose, key);
  }
}

const keyPurpose = 'idempotency-key';
const bodyPurpose = 'idempotency-body';
