import { IdentityMigration } from './identity.migration';

/**
 * Passkeys (WebAuthn) as second factors, and the challenges that a browser has to answer with one. Names and public keys are
 * sealed, and challenges are hashes that need the keyring.
 */
export class Passkeys1795442400000 extends IdentityMigration {
  readonly name = 'Passkeys1795442400000';
  readonly formerName = '1795442400000-passkeys';
  readonly changes = [
    // credential_id: chosen by the authenticator, no secret. It belongs to one account. rp_id: the host of the issuer at which the
    // passkey works. ON DELETE CASCADE: the previous release deletes accounts without knowing this table.
    `CREATE TABLE identity.passkeys (
      id uuid PRIMARY KEY,
      user_id text NOT NULL REFERENCES identity.users (id) ON DELETE CASCADE,
      credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
      rp_id text NOT NULL,
      public_key bytea NOT NULL,
      name bytea NOT NULL,
      transports text[] NOT NULL DEFAULT '{}' CHECK (cardinality(transports) <= 10),
      is_synced boolean NOT NULL,
      counter bigint NOT NULL CHECK (counter >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3)
    )`,
    `CREATE INDEX passkeys_of ON identity.passkeys (user_id)`,
    // challenge_mac: of the challenge with the account, the page and the purpose that it is for.
    `CREATE TABLE identity.passkey_challenges (
      challenge_mac bytea PRIMARY KEY,
      expires_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX passkey_challenges_expired ON identity.passkey_challenges (expires_at)`,
  ];
}
