import { IdentityMigration } from './identity.migration';

/**
 * Mails about the password of an account, which are queued with the change that they report, and the links to choose a new
 * password. Addresses and messages are sealed, and links are hashes that need the keyring.
 */
export class AccountMails1764850000000 extends IdentityMigration {
  readonly name = 'AccountMails1764850000000';
  readonly formerName = '1764850000000-account-mails';
  readonly changes = [
    // A row is deleted when its mail is sent. user_id: null when no account has the requested address. Without a foreign
    // key: a request must take as long with an account as without one.
    `CREATE TABLE identity.mails (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('password-reset', 'password-changed')),
      user_id text,
      recipient bytea NOT NULL,
      message bytea,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      available_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      lease uuid,
      failure text,
      parked_at timestamptz(3)
    )`,
    `CREATE INDEX mails_due ON identity.mails (available_at) WHERE parked_at IS NULL`,
    `CREATE INDEX mails_expired ON identity.mails (expires_at)`,
    // One link for each account: a newer request replaces it.
    `CREATE TABLE identity.password_resets (
      user_id text PRIMARY KEY REFERENCES identity.users (id) ON DELETE CASCADE,
      token_mac bytea NOT NULL UNIQUE,
      requested_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX password_resets_expired ON identity.password_resets (expires_at)`,
  ];
}
