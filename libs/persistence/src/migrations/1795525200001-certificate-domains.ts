import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * Domains that holders of results prove (ADR 44). `request` is sealed: a domain is stored in plain text only while it is proven, and
 * then public. `check_due_at` is when the worker looks at the row, and the end of its lease while it does.
 */
export class CertificateDomains1795525200001 extends ForwardOnlyMigration {
  readonly name = 'CertificateDomains1795525200001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE certificate_domains (
        result_id uuid PRIMARY KEY REFERENCES survey_results (id) ON DELETE CASCADE,
        request bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        check_due_at timestamptz(3),
        problem text,
        confirmed_at timestamptz(3),
        name text CHECK (char_length(name) <= 253),
        proven_at timestamptz(3),
        way text CHECK (way IN ('dns', 'mail')),
        credential text,
        credential_key_id text,
        status_list integer,
        status_index integer,
        proven_until timestamptz(3),
        missing_since timestamptz(3),
        missing_answers integer NOT NULL DEFAULT 0,
        CHECK (num_nulls(name, proven_at, way, credential, credential_key_id, status_list, status_index) IN (0, 7))
      )`);
    await queryRunner.query(`
      CREATE INDEX certificate_domains_due ON certificate_domains (check_due_at) WHERE check_due_at IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX certificate_domains_expired ON certificate_domains (expires_at) WHERE proven_at IS NULL`);
    await queryRunner.query(`
      CREATE INDEX certificate_domains_by_status ON certificate_domains (status_list) WHERE status_list IS NOT NULL`);
    // Places in the status lists whose credentials no longer count, without a domain or a result.
    await queryRunner.query(`
      CREATE TABLE ended_domain_credentials (
        status_list integer NOT NULL,
        status_index integer NOT NULL,
        ended_at timestamptz(3) NOT NULL,
        PRIMARY KEY (status_list, status_index)
      )`);
    await showDomains(queryRunner);
    await sendTheirMail(queryRunner);
  }
}

/** The record shows the newest credential: that with the domain, while it is proven. */
async function showDomains(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE OR REPLACE VIEW verifiable_results WITH (security_barrier) AS
    SELECT id, created_at, mode, overall_score, tier, launch_allowed, rubric_id, rubric_version, rubric_sha256,
      coalesce(domain.credential, result.credential) AS credential,
      coalesce(domain.credential_key_id, result.credential_key_id) AS credential_key_id,
      withdrawn_at, withdrawal_reason, domain.name AS domain_name, domain.proven_at AS domain_proven_at
    FROM survey_results AS result LEFT JOIN certificate_domains AS domain ON domain.result_id = result.id`);
}

/** The worker of the previous release claims none of them. */
async function sendTheirMail(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    ALTER TABLE deliveries
      DROP CONSTRAINT deliveries_kind_check,
      ADD CONSTRAINT deliveries_kind_check CHECK (
        kind IN ('completion', 'resend', 'invitation', 'credential-expiry', 'domain-proof')) NOT VALID`);
}
