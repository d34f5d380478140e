import { type Keyring } from '@governance/keyring';
import { timingSafeEqual } from 'node:crypto';
import { type Database, type RunStatement } from '@governance/postgres';
import { MailsStore, type NewMail } from '../people/mails.store';
import { payloadMacs } from '../database/payload-rows';
import { reportChange } from '../people/account-events.store';
import { endAccess } from '../people/session-ends.store';
import { lockFactors } from './passkeys.store';
import { matchingStep } from './totp';

export interface NewApp {
  readonly secret: Uint8Array;
  /** The time step of the code that confirmed it. */
  readonly usedStep: number;
  /** The mail that reports it. */
  readonly notice?: NewMail | undefined;
}

/** Authenticator apps: one per user, with a sealed secret. */
export class AuthenticatorsStore {
  private readonly mails: MailsStore;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    this.mails = new MailsStore(keyring);
  }

  async isEnrolled(userId: string): Promise<boolean> {
    return (await this.secretOf(this.database.query, userId)) !== undefined;
  }

  /**
   * Stores the user's first second factor, confirmed by the code of `usedStep`. False when the user already has one, an app or a
   * passkey: an attacker who knows only the password must not replace it.
   */
  async enrolFirst(userId: string, { secret, usedStep, notice }: NewApp): Promise<boolean> {
    return this.database.inTransaction(async (query) => {
      await lockFactors(query, userId);
      const { rows: enrolled } = await query(
        `INSERT INTO identity.authenticators (user_id, secret, last_step)
         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM identity.passkeys WHERE user_id = $1)
         ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
        [userId, this.keyring.seal(secret, sealOf(userId)), usedStep],
      );
      if (enrolled.length > 0) await this.mails.add(query, notice);
      return enrolled.length > 0;
    });
  }

  /**
   * Sets the user's app; false when the user does not exist. Replacing one ends the user's sessions. Setting the same secret
   * again changes nothing: an accepted code stays used.
   */
  async set(userId: string, secret: Uint8Array): Promise<boolean> {
    return this.database.inTransaction(async (query) => {
      if (!(await lockFactors(query, userId))) return false;
      const known = await this.secretOf(query, userId);
      if (known?.length === secret.length && timingSafeEqual(known, secret)) return true;
      await this.put(query, userId, { secret, usedStep: 0 });
      if (known !== undefined) await endAccess(query, userId);
      return true;
    });
  }

  /** For a user who has shown a second factor. Replacing an app ends the user's sessions except this one. */
  async replace(userId: string, app: NewApp, sessionId: string): Promise<void> {
    await this.database.inTransaction(async (query) => {
      await lockFactors(query, userId);
      const isReplaced = await this.put(query, userId, app);
      if (isReplaced) await endAccess(query, userId, payloadMacs(this.keyring, sessionId));
      await reportChange(query, userId, 'account:set-authenticator');
      await this.mails.add(query, app.notice);
    });
  }

  /** Accepts a code of the user's app if neither it nor a later one was used, and marks it as used. */
  async accept(userId: string, code: string, now: Date): Promise<boolean> {
    const secret = await this.secretOf(this.database.query, userId);
    const step = secret && matchingStep(secret, code, now);
    if (step === undefined) return false;
    // RFC 6238, 5.2: one use only. Of two concurrent requests, in any process, one is refused.
    const { rows: accepted } = await this.database.query(
      'UPDATE identity.authenticators SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING user_id',
      [userId, step],
    );
    return accepted.length > 0;
  }

  /** Whether it replaced one. */
  private async put(query: RunStatement, userId: string, { secret, usedStep }: NewApp): Promise<boolean> {
    // `xmax` is 0 in a row that was inserted.
    const { rows } = await query<{ replaced: boolean }>(
      `INSERT INTO identity.authenticators (user_id, secret, last_step) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE
         SET secret = excluded.secret, last_step = excluded.last_step, enrolled_at = now()
       RETURNING xmax <> 0 AS replaced`,
      [userId, this.keyring.seal(secret, sealOf(userId)), usedStep],
    );
    return rows[0]?.replaced === true;
  }

  private async secretOf(query: RunStatement, userId: string): Promise<Buffer | undefined> {
    const {
      rows: [row],
    } = await query<{ secret: Buffer }>('SELECT secret FROM identity.authenticators WHERE user_id = $1', [
      userId,
    ]);
    return row && this.keyring.open(row.secret, sealOf(userId));
  }
}

function sealOf(row: string): { table: string; column: string; row: string } {
  return { table: 'identity.authenticators', column: 'secret', row };
}
