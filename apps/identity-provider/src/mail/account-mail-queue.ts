import { type AccountDelivery, type Admission, DeliveryQueue, LeaseLost } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { setTimeout as delay } from 'node:timers/promises';
import { mailSeal } from '../people/mails.store';

interface MailRow {
  readonly id: string;
  readonly kind: AccountDelivery['kind'];
  readonly user_id: string | null;
  readonly recipient: Buffer;
  readonly message: Buffer | null;
  readonly created_at: Date;
  readonly attempts: number;
  readonly lease: string;
  readonly traceparent: string | null;
}

type Claim = Pick<AccountDelivery, 'id' | 'lease'>;

const heldBy = 'id = $1 AND lease = $2';

/** The rows of `identity.mails` as a queue (ADR 2, ADR 33). A mail that was sent or dropped leaves no row. */
export class AccountMailQueue extends DeliveryQueue {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async claim(at: { now: Date; leaseUntil: Date }): Promise<AccountDelivery | undefined> {
    const {
      rows: [row],
    } = await this.database.query<MailRow>(
      `UPDATE identity.mails SET lease = gen_random_uuid(), available_at = $2, attempts = attempts + 1
       WHERE id = (SELECT id FROM identity.mails WHERE parked_at IS NULL AND available_at <= $1
         ORDER BY available_at, created_at FOR UPDATE SKIP LOCKED LIMIT 1)
       RETURNING id, kind, user_id, recipient, message, created_at, attempts, lease, traceparent`,
      [at.now, at.leaseUntil],
    );
    return row && this.open(row);
  }

  /** The budgets were charged when the mail was requested (`requestReset`). Here only time can end it. */
  async admit({ id, lease }: Claim, now: Date): Promise<Admission> {
    const { rowCount } = await this.database.query(
      `DELETE FROM identity.mails WHERE ${heldBy} AND expires_at <= $3`,
      [id, lease, now],
    );
    return rowCount === 1 ? 'cancelled' : 'admitted';
  }

  async saveMessage(claim: Claim, prepared: { message: Uint8Array; leaseUntil: Date }): Promise<void> {
    const sealed = this.keyring.seal(prepared.message, mailSeal('message', claim.id));
    await this.settle(claim, `UPDATE identity.mails SET message = $3, available_at = $4 WHERE ${heldBy}`, [
      sealed,
      prepared.leaseUntil,
    ]);
  }

  async complete(claim: Claim): Promise<void> {
    await this.settle(claim, `DELETE FROM identity.mails WHERE ${heldBy}`);
  }

  async postpone(claim: Claim, { until, failure }: { until: Date; failure: string }): Promise<void> {
    await this.settle(
      claim,
      `UPDATE identity.mails SET available_at = $3, failure = $4, lease = NULL WHERE ${heldBy}`,
      [until, failure],
    );
  }

  /** The message, which may contain a link, goes at once. Housekeeping deletes the row a week after it has expired. */
  async park(claim: Claim, failure: string): Promise<void> {
    await this.settle(
      claim,
      `UPDATE identity.mails SET parked_at = now(), failure = $3, message = NULL, lease = NULL WHERE ${heldBy}`,
      [failure],
    );
  }

  async cancel(claim: Claim): Promise<void> {
    await this.complete(claim);
  }

  /** Polls: a person waits for the mail, and each process serves the requests of all. */
  async waitForWork({ timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }): Promise<void> {
    // Rejects when the signal aborts.
    await delay(timeoutMs, undefined, { signal }).catch(() => undefined);
  }

  private async settle(
    { id, lease }: Claim,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<void> {
    const { rowCount } = await this.database.query(statement, [id, lease, ...values]);
    if (rowCount !== 1) throw new LeaseLost();
  }

  private open({ id, kind, user_id, recipient, message, ...row }: MailRow): AccountDelivery {
    return {
      id,
      kind,
      lease: row.lease,
      userId: user_id ?? undefined,
      recipient: this.keyring.open(recipient, mailSeal('recipient', id)).toString('utf8'),
      message: message === null ? undefined : this.keyring.open(message, mailSeal('message', id)),
      createdAt: row.created_at,
      attempts: row.attempts,
      admittedAt: undefined,
      traceparent: row.traceparent ?? undefined,
    };
  }
}
