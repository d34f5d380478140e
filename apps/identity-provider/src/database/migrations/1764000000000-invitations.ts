import { IdentityMigration } from './identity.migration';

/**
 * Who is invited to an organization. As before, columns of type bytea are sealed or are hashes that need the keyring: a
 * copy of the database names nobody who is invited, and opens no link.
 */
export class Invitations1764000000000 extends IdentityMigration {
  readonly name = 'Invitations1764000000000';
  readonly formerName = '1764000000000-invitations';
  readonly changes = [
    // A connection that is removed takes with it what can be accepted by nothing else.
    `CREATE TABLE identity.invitations (
      id uuid PRIMARY KEY,
      organization_id text NOT NULL REFERENCES identity.organizations (id),
      email bytea NOT NULL,
      email_mac bytea NOT NULL,
      role text NOT NULL CHECK (role IN ('account-admin', 'viewer')),
      connection_id text REFERENCES identity.connections (id) ON DELETE CASCADE,
      token_mac bytea NOT NULL UNIQUE,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      accepted_at timestamptz(3),
      withdrawn_at timestamptz(3),
      CHECK (accepted_at IS NULL OR withdrawn_at IS NULL)
    )`,
    `CREATE INDEX invitations_to ON identity.invitations (organization_id, email_mac)`,
    `CREATE INDEX invitations_pinned ON identity.invitations (connection_id) WHERE connection_id IS NOT NULL`,
    `CREATE INDEX invitations_expired ON identity.invitations (expires_at)`,
  ];
}
