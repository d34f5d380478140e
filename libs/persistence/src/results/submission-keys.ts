import { type KeyedCreation, type SubmissionKey, submissionKeyLifeMs } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type RunStatement } from '@governance/postgres';
import { lockKey, tryLockKey } from '../key-lock';

const selectNames = {
  name: 'select-submission-names',
  text: `SELECT key_mac, body_mac, result_id FROM idempotency_keys WHERE key_mac = ANY($1) AND created_at > $2`,
};

/** A name is written again only after its first result expired; an unexpired one is unchanged. */
const upsertNames = {
  name: 'upsert-submission-names',
  text: `
    INSERT INTO idempotency_keys (key_mac, body_mac, result_id, created_at)
    SELECT name, $2, $3, $4 FROM unnest($1::bytea[]) AS name ORDER BY name
    ON CONFLICT (key_mac) DO UPDATE
    SET body_mac = excluded.body_mac, result_id = excluded.result_id, created_at = excluded.created_at
    WHERE idempotency_keys.created_at <= $5`,
};

interface NameRow {
  readonly key_mac: Buffer;
  readonly body_mac: Buffer;
  readonly result_id: string;
}

/**
 * The submission keys, within one transaction. A submission has three names, each stored only as a keyed hash: the key with
 * the body replays it to every client; the key with the client binds it to one body; the key alone is what the previous
 * release looks up.
 */
export class SubmissionKeys {
  constructor(
    private readonly query: RunStatement,
    private readonly keyring: Keyring,
  ) {}

  /** Locks the key until the end of the transaction. Undefined when the client has not used it yet. */
  async take(submission: SubmissionKey, now: Date): Promise<KeyedCreation | undefined> {
    if (!(await tryLockKey(this.query, this.lockOf('client', submission)))) return { kind: 'running' };
    // A concurrent identical request of another client waits here, and then gets the first one's result.
    await lockKey(this.query, this.lockOf('body', submission));
    const rows = await this.namesOf(submission, expiryOf(now));
    const same = rows.find(({ body_mac: mac }) => this.hasBody(submission, mac));
    if (same) return { kind: 'replayed', resultId: same.result_id };
    const ofClient = this.macs('client', submission);
    const isUsed = rows.some(({ key_mac: name }) => ofClient.some((mac) => mac.equals(name)));
    return isUsed ? { kind: 'other-body' } : undefined;
  }

  async remember(
    submission: SubmissionKey,
    result: { readonly id: string; readonly createdAt: Date },
  ): Promise<void> {
    const all = nameKinds.map((kind) => this.newest(kind, submission));
    const body = this.keyring.mac(bodyPurpose, submission.body);
    const values = [all, body, result.id, result.createdAt, expiryOf(result.createdAt)];
    await this.query(upsertNames, values);
  }

  private async namesOf(submission: SubmissionKey, since: Date): Promise<readonly NameRow[]> {
    const all = nameKinds.flatMap((kind) => this.macs(kind, submission));
    return (await this.query<NameRow>(selectNames, [all, since])).rows;
  }

  private hasBody({ body }: SubmissionKey, known: Buffer): boolean {
    return this.keyring.macs(bodyPurpose, body).some((mac) => mac.equals(known));
  }

  private macs(kind: NameKind, submission: SubmissionKey): Buffer[] {
    return this.keyring.macs(names[kind].purpose, names[kind].textOf(submission));
  }

  private lockOf(kind: NameKind, submission: SubmissionKey): Buffer {
    return this.keyring.macForLock(names[kind].purpose, names[kind].textOf(submission));
  }

  private newest(kind: NameKind, submission: SubmissionKey): Buffer {
    return this.keyring.mac(names[kind].purpose, names[kind].textOf(submission));
  }
}

const bodyPurpose = 'idempotency-body';

type NameKind = 'key' | 'body' | 'client';

const nameKinds: readonly NameKind[] = ['key', 'body', 'client'];

const names: Record<
  NameKind,
  { readonly purpose: string; readonly textOf: (submission: SubmissionKey) => string }
> = {
  key: { purpose: 'idempotency-key', textOf: ({ key }) => key },
  body: { purpose: 'idempotency-key-with-body', textOf: ({ key, body }) => JSON.stringify([key, body]) },
  client: {
    purpose: 'idempotency-key-of-client',
    textOf: ({ key, clientAddress }) => JSON.stringify([key, clientAddress]),
  },
};

function expiryOf(now: Date): Date {
  return new Date(now.getTime() - submissionKeyLifeMs);
}
