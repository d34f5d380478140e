import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';
import { separateOrganizations } from './row-security';
import { showClientsOfViewer } from './viewer-security';

/**
 * Review packs (ADR 75): what is to be printed of a client, sealed, and the print. The public worker prints them, and sees no other
 * row of an organization. The view of attached results gets the evidence, sealed to its result.
 */
export class ReviewPacks1795990000026 extends ForwardOnlyMigration {
  readonly name = 'ReviewPacks1795990000026';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE review_packs (
        id uuid PRIMARY KEY,
        org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
        client_id uuid NOT NULL,
        content bytea NOT NULL,
        state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'stored', 'parked')),
        requested_at timestamptz(3) NOT NULL,
        available_at timestamptz(3) NOT NULL,
        document bytea,
        UNIQUE (org_id, client_id),
        CHECK ((document IS NOT NULL) = (state = 'stored')),
        FOREIGN KEY (org_id, client_id) REFERENCES org_clients (org_id, id) ON DELETE CASCADE
      )`);
    await queryRunner.query(`CREATE INDEX review_packs_requested ON review_packs (requested_at)`);
    await separateOrganizations(queryRunner, 'review_packs', {
      printing: ['SELECT', 'UPDATE', 'DELETE'],
      erasure: ['SELECT', 'DELETE'],
    });
    // The public worker has no right on clients, so the policy that asks for them is none of its own.
    await queryRunner.query(
      `ALTER POLICY organization ON review_packs TO CURRENT_USER, governance_platform_api`,
    );
    await showClientsOfViewer(queryRunner, 'review_packs');
    // The key of a job is the column that the trigger names: most rows are of a result.
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION add_job() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO jobs (queue, key, due_at, traceparent)
        VALUES (TG_ARGV[0], to_jsonb(NEW) ->> coalesce(TG_ARGV[2], 'result_id'), (to_jsonb(NEW) ->> TG_ARGV[1])::timestamptz,
          nullif(current_setting('governance.traceparent', true), ''))
        ON CONFLICT (queue, key) DO UPDATE
        SET due_at = excluded.due_at, attempts = 0, lease = NULL, failure = NULL, traceparent = excluded.traceparent;
        PERFORM pg_notify('jobs', '');
        RETURN NULL;
      END $$`);
    await handOverFunctions(queryRunner, ['add_job()']);
    await queryRunner.query(`
      CREATE TRIGGER add_job AFTER INSERT OR UPDATE OF state ON review_packs
      FOR EACH ROW WHEN (NEW.state = 'queued') EXECUTE FUNCTION add_job('public/review-packs', 'available_at', 'id')`);
    await queryRunner.query(`
      CREATE OR REPLACE VIEW attached_results WITH (security_barrier) AS
      SELECT id, attached_at, client_id, created_at, result.mode, rubric_id, result.rubric_version, rubric_sha256, answers,
        result.overall_score, result.tier, result.launch_allowed, launch_reason, organization_name, domain.name AS domain_name,
        domain.proven_at AS domain_proven_at, result.withdrawn_at, withdrawal_reason, evidence
      FROM org_results AS attachment
        JOIN survey_results AS result ON result.id = attachment.result_id
        LEFT JOIN certificate_domains AS domain ON domain.result_id = attachment.result_id
      WHERE attachment.org_id = current_setting('governance.org_id', true)`);
  }
}
