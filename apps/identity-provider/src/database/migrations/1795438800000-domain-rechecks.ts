import { IdentityMigration } from './identity.migration';

/**
 * Proven domains are checked again (ADR 39). Proofs of earlier releases are checked from the 30th day on, because admins were
 * free to remove their records. The previous release ignores the columns; a proof that it records is due at once.
 */
export class DomainRechecks1795438800000 extends IdentityMigration {
  readonly name = 'DomainRechecks1795438800000';
  readonly formerName = '1795438800000-domain-rechecks';
  readonly changes = [
    `ALTER TABLE identity.domains
      ADD COLUMN check_due_at timestamptz(3),
      ADD COLUMN missing_since timestamptz(3),
      ADD COLUMN missing_answers integer NOT NULL DEFAULT 0,
      ADD COLUMN lapsed_at timestamptz(3)`,
    `UPDATE identity.domains SET check_due_at = now() + interval '30 days' WHERE proven_at IS NOT NULL`,
    `CREATE INDEX domains_due ON identity.domains (check_due_at) WHERE proven_at IS NOT NULL`,
    // Read and deleted by the platform, which records the audit events.
    `CREATE TABLE identity.domain_lapses (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id text NOT NULL,
      name text NOT NULL,
      lapsed_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX domain_lapses_in_order ON identity.domain_lapses (lapsed_at, id)`,
  ];
}
