import { Job } from '@governance/deliveries';
import { Database } from '@governance/postgres';
import { Injectable } from '@nestjs/common';

const fiveMinutesMs = 5 * 60_000;
const mostAtOnce = 10_000;

/** Tables with expiring rows, and how long rows are kept after expiry, so that an expired link is reported as expired. */
const keptFor = {
  used_assertions: '0 days',
  payloads: '0 days',
  sign_ins: '0 days',
  attempts: '0 days',
  guesses: '0 days',
  device_polls: '0 days',
  password_resets: '0 days',
  passkey_challenges: '0 days',
  session_ends: '0 days',
  // Parked mails wait for an operator.
  mails: '7 days',
  // A day longer than the platform lists them.
  invitations: '31 days',
};

/** Deletes expired rows. Correctness does not depend on it: queries ignore expired rows. */
@Injectable()
export class Housekeeping extends Job {
  readonly queue = 'identity/expired-rows';
  override readonly leaseMs = fiveMinutesMs;
  override readonly everyMs = fiveMinutesMs;

  constructor(private readonly database: Database) {
    super();
  }

  async run(): Promise<void> {
    for (const [table, days] of Object.entries(keptFor)) {
      await this.database.query(
        `DELETE FROM identity.${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM identity.${table} WHERE expires_at <= now() - $2::interval LIMIT $1 FOR UPDATE SKIP LOCKED))`,
        [mostAtOnce, days],
      );
    }
  }
}
