import { IdentityMigration } from './identity.migration';

/**
 * How people show who they are, and what a sign-in leaves behind. As before, columns of type bytea are sealed or are
 * hashes that need the keyring: a copy of the database guesses no password and shows no second factor.
 */
export class PeopleSignIn1763900000000 extends IdentityMigration {
  readonly name = 'PeopleSignIn1763900000000';
  readonly formerName = '1763900000000-people-sign-in';
  readonly changes = [
    `CREATE TABLE identity.passwords (
      user_id text PRIMARY KEY REFERENCES identity.users (id),
      hash bytea NOT NULL,
      set_at timestamptz(3) NOT NULL DEFAULT now()
    )`,
    // last_step: the time step of the last code that was accepted; a code counts once (RFC 6238, 5.2).
    `CREATE TABLE identity.authenticators (
      user_id text PRIMARY KEY REFERENCES identity.users (id),
      secret bytea NOT NULL,
      last_step bigint NOT NULL DEFAULT 0,
      enrolled_at timestamptz(3) NOT NULL DEFAULT now()
    )`,
    `CREATE TABLE identity.recovery_codes (
      user_id text NOT NULL REFERENCES identity.users (id),
      code_mac bytea NOT NULL,
      used_at timestamptz(3),
      PRIMARY KEY (user_id, code_mac)
    )`,
    // Which organization a grant is for. A membership that ends takes every sign-in into the organization with it.
    `CREATE TABLE identity.sign_ins (
      grant_mac bytea PRIMARY KEY,
      organization_id text NOT NULL,
      user_id text NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      FOREIGN KEY (organization_id, user_id)
        REFERENCES identity.memberships (organization_id, user_id) ON DELETE CASCADE
    )`,
    `CREATE INDEX sign_ins_of ON identity.sign_ins (organization_id, user_id)`,
    `CREATE INDEX sign_ins_expired ON identity.sign_ins (expires_at)`,
    // Of an account or of an address, never in the open.
    `CREATE TABLE identity.attempts (
      subject bytea PRIMARY KEY,
      failures integer NOT NULL,
      blocked_until timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX attempts_expired ON identity.attempts (expires_at)`,
    `CREATE TABLE identity.applications (
      id text PRIMARY KEY,
      name text NOT NULL,
      redirect_uris text[] NOT NULL,
      scope text[] NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`,
    // Whose session, grant or token it is, so that all of a person's can be ended at once.
    `ALTER TABLE identity.payloads ADD COLUMN account_id text`,
    `CREATE INDEX payloads_of_account ON identity.payloads (account_id) WHERE account_id IS NOT NULL`,
  ];
}
