import { IdentityMigration } from './identity.migration';

/** Domains that organizations prove by a TXT record, and the connection that offers itself to their addresses. */
export class OrganizationDomains1764650000003 extends IdentityMigration {
  readonly name = 'OrganizationDomains1764650000003';
  readonly formerName = '1764650000003-organization-domains';
  readonly changes = [
    // The challenge is published in the DNS, so it is not secret.
    `CREATE TABLE identity.domains (
      organization_id text NOT NULL REFERENCES identity.organizations (id),
      name text NOT NULL,
      connection_id text REFERENCES identity.connections (id) ON DELETE SET NULL,
      challenge text NOT NULL,
      challenge_expires_at timestamptz(3) NOT NULL,
      proven_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (organization_id, name)
    )`,
    `CREATE UNIQUE INDEX domains_proven ON identity.domains (name) WHERE proven_at IS NOT NULL`,
    `CREATE INDEX domains_of_connection ON identity.domains (connection_id) WHERE connection_id IS NOT NULL`,
  ];
}
