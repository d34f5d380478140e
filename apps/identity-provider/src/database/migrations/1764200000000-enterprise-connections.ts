import { IdentityMigration } from './identity.migration';

/**
 * The identity providers of organizations, and the accounts that people have there. As before, columns of type bytea are
 * encrypted or are keyed hashes: without the keyring, a copy of the database reveals no client secret and no account.
 */
export class EnterpriseConnections1764200000000 extends IdentityMigration {
  readonly name = 'EnterpriseConnections1764200000000';
  readonly formerName = '1764200000000-enterprise-connections';
  readonly changes = [
    `ALTER TABLE identity.connections
      ADD COLUMN upstream_issuer text,
      ADD COLUMN upstream_client_id text,
      ADD COLUMN upstream_client_secret bytea,
      ADD CHECK (num_nulls(upstream_issuer, upstream_client_id, upstream_client_secret) IN (0, 3)),
      ADD CHECK (type = 'enterprise' OR upstream_issuer IS NULL)`,
    // Of an issuer and the subject that it names: an address is never what a person is recognized by.
    `CREATE TABLE identity.linked_identities (
      connection_id text NOT NULL REFERENCES identity.connections (id) ON DELETE CASCADE,
      subject_mac bytea NOT NULL,
      user_id text NOT NULL REFERENCES identity.users (id),
      linked_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (connection_id, subject_mac),
      UNIQUE (connection_id, user_id)
    )`,
    `CREATE INDEX linked_identities_of ON identity.linked_identities (user_id)`,
    // The connection used to sign in; null means password. Sign-ins are deleted with their connection.
    `ALTER TABLE identity.sign_ins
      ADD COLUMN connection_id text REFERENCES identity.connections (id) ON DELETE CASCADE`,
    `CREATE INDEX sign_ins_through ON identity.sign_ins (connection_id) WHERE connection_id IS NOT NULL`,
  ];
}
