import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { resetLinkSeconds } from './mails.store';

export interface NewReset {
  readonly userId: string;
  /** The secret in the link. Only its hash is stored. */
  readonly token: string;
  readonly requestedAt: Date;
}

const purpose = 'password-reset-token';

/** A link ends with the next request, after 30 minutes, with its use, and with a change of the password or the address. */
const isUsable = `token_mac = ANY($1) AND resets.expires_at > now()
  AND EXISTS (SELECT FROM identity.passwords WHERE passwords.user_id = resets.user_id AND set_at <= requested_at)`;

/** The links with which the owner of an address chooses a new password: one for each account. */
export class PasswordResetsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Replaces the account's link. Returns when it expires; undefined when a newer request or password exists, or when the
   * account has no password or no verified address: a reset never adds a first password.
   */
  async put({ userId, token, requestedAt }: NewReset): Promise<Date | undefined> {
    const {
      rows: [stored],
    } = await this.database.query<{ expires_at: Date }>(
      `INSERT INTO identity.password_resets AS known (user_id, token_mac, requested_at, expires_at)
       SELECT id, $2, $3::timestamptz, $3::timestamptz + make_interval(secs => $4)
       FROM identity.users JOIN identity.passwords ON passwords.user_id = users.id
       WHERE id = $1 AND connection_id IS NULL AND email_verified AND set_at <= $3
       ON CONFLICT (user_id) DO UPDATE SET token_mac = excluded.token_mac,
         requested_at = excluded.requested_at, expires_at = excluded.expires_at
       WHERE known.requested_at <= excluded.requested_at
       RETURNING expires_at`,
      [userId, this.keyring.mac(purpose, token), requestedAt, resetLinkSeconds],
    );
    return stored?.expires_at;
  }

  /** The account of a link that can still be used. */
  async find(token: string): Promise<string | undefined> {
    const {
      rows: [found],
    } = await this.database.query<{ user_id: string }>(
      `SELECT user_id FROM identity.password_resets AS resets WHERE ${isUsable}`,
      [this.macsOf(token)],
    );
    return found?.user_id;
  }

  /** Uses up a link: of two concurrent calls one gets the account. */
  async take(query: RunStatement, token: string): Promise<string | undefined> {
    const {
      rows: [taken],
    } = await query<{ user_id: string }>(
      `DELETE FROM identity.password_resets AS resets WHERE ${isUsable} RETURNING user_id`,
      [this.macsOf(token)],
    );
    return taken?.user_id;
  }

  private macsOf(token: string): Buffer[] {
    return this.keyring.macs(purpose, token);
  }
}
