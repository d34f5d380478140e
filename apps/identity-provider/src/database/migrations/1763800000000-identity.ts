import { IdentityMigration } from './identity.migration';

/**
 * Who there is (organizations, people, connections, clients), what signs (signing keys) and what OAuth has to remember.
 * Columns of type bytea are sealed by the keyring, or are hashes that need it: a copy of the database signs nothing,
 * authenticates nobody and names no person.
 */
export class Identity1763800000000 extends IdentityMigration {
  readonly name = 'Identity1763800000000';
  readonly formerName = '1763800000000-identity';
  readonly changes = [
    `CREATE TABLE identity.organizations (
      id text PRIMARY KEY,
      name text NOT NULL,
      mfa_max_age integer NOT NULL DEFAULT 0 CHECK (mfa_max_age >= 0),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`,
    `CREATE TABLE identity.users (
      id text PRIMARY KEY,
      email bytea NOT NULL,
      email_mac bytea NOT NULL UNIQUE,
      email_verified boolean NOT NULL DEFAULT false,
      name bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`,
    `CREATE TABLE identity.memberships (
      organization_id text NOT NULL REFERENCES identity.organizations (id),
      user_id text NOT NULL REFERENCES identity.users (id),
      role text NOT NULL CHECK (role IN ('account-admin', 'viewer')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (organization_id, user_id)
    )`,
    `CREATE TABLE identity.connections (
      id text PRIMARY KEY,
      organization_id text NOT NULL REFERENCES identity.organizations (id),
      name text NOT NULL,
      type text NOT NULL CHECK (type IN ('database', 'enterprise')),
      enabled boolean NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`,
    `CREATE INDEX connections_of ON identity.connections (organization_id)`,
    `CREATE TABLE identity.clients (
      id uuid PRIMARY KEY,
      tag text NOT NULL UNIQUE,
      organization_id text NOT NULL REFERENCES identity.organizations (id),
      name text NOT NULL,
      permissions text[] NOT NULL,
      scope text[] NOT NULL,
      revision text NOT NULL,
      secret_mac bytea,
      public_jwk jsonb,
      key_thumbprint text,
      key_expires_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      rotated_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK ((secret_mac IS NULL) = (public_jwk IS NOT NULL)),
      CHECK ((public_jwk IS NULL) = (key_thumbprint IS NULL)),
      CHECK (key_expires_at IS NULL OR public_jwk IS NOT NULL)
    )`,
    `CREATE INDEX clients_of ON identity.clients (organization_id)`,
    `CREATE TABLE identity.signing_keys (
      kid text PRIMARY KEY,
      private_key bytea NOT NULL,
      created_at timestamptz(3) NOT NULL,
      signs_from timestamptz(3) NOT NULL UNIQUE
    )`,
    `CREATE TABLE identity.used_assertions (
      id text PRIMARY KEY,
      expires_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX used_assertions_expired ON identity.used_assertions (expires_at)`,
    `CREATE TABLE identity.payloads (
      kind text NOT NULL,
      id bytea NOT NULL,
      payload bytea NOT NULL,
      grant_id bytea,
      user_code bytea,
      uid bytea,
      consumed_at timestamptz(3),
      expires_at timestamptz(3),
      PRIMARY KEY (kind, id)
    )`,
    `CREATE INDEX payloads_of_grant ON identity.payloads (grant_id) WHERE grant_id IS NOT NULL`,
    `CREATE INDEX payloads_by_user_code ON identity.payloads (user_code) WHERE user_code IS NOT NULL`,
    `CREATE INDEX payloads_by_uid ON identity.payloads (uid) WHERE uid IS NOT NULL`,
    `CREATE INDEX payloads_expired ON identity.payloads (expires_at)`,
  ];
}
