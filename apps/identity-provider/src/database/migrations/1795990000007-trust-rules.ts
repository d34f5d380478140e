import { IdentityMigration } from './identity.migration';

/** Which assertions of workloads get tokens (ADR 66). The previous release ignores the table. */
export class TrustRules1795990000007 extends IdentityMigration {
  readonly name = 'TrustRules1795990000007';
  readonly formerName = '1795990000007-trust-rules';
  readonly changes = [
    // Nothing in it is secret: the key set has public keys.
    `CREATE TABLE identity.trust_rules (
      organization_id text NOT NULL REFERENCES identity.organizations (id),
      id text NOT NULL,
      client_id uuid NOT NULL UNIQUE,
      name text NOT NULL,
      permissions text[] NOT NULL,
      preset text NOT NULL,
      issuer text NOT NULL,
      audience text NOT NULL,
      subject text,
      conditions jsonb NOT NULL,
      single_use boolean NOT NULL,
      allowed_networks text[],
      key_set jsonb,
      expires_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (organization_id, id),
      CHECK (subject IS NOT NULL OR conditions <> '[]')
    )`,
  ];
}
