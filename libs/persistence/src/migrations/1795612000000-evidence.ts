import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * The holder's evidence, sealed by the keyring like the notes, and the reports of it (ADR 48): a queue like that of certificates
 * (ADR 35). A table of its own, because the previous release queues certificates by `result_id` alone.
 */
export class Evidence1795612000000 extends ForwardOnlyMigration {
  readonly name = 'Evidence1795612000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE survey_results ADD COLUMN evidence bytea`);
    await queryRunner.query(`DROP INDEX survey_results_with_personal_data`);
    // The condition of the previous release implies this one.
    await queryRunner.query(`
      CREATE INDEX survey_results_with_personal_data ON survey_results (created_at)
      WHERE submitter_email IS NOT NULL OR notes IS NOT NULL OR organization_name IS NOT NULL OR evidence IS NOT NULL`);
    await this.createReports(queryRunner);
  }

  private async createReports(queryRunner: QueryRunner): Promise<void> {
    // The size limit is that of the worker, plus the seal.
    await queryRunner.query(`
      CREATE TABLE evidence_reports (
        result_id uuid PRIMARY KEY REFERENCES survey_results (id) ON DELETE CASCADE,
        state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'stored', 'parked')),
        requested_at timestamptz(3) NOT NULL,
        available_at timestamptz(3) NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        lease uuid,
        failure text,
        document bytea CHECK (octet_length(document) <= 2 * 1024 * 1024 + 33),
        CHECK ((state = 'stored') = (document IS NOT NULL))
      )`);
    await queryRunner.query(`ALTER TABLE evidence_reports ALTER COLUMN document SET STORAGE EXTERNAL`);
    await queryRunner.query(`
      CREATE INDEX evidence_reports_due ON evidence_reports (available_at, requested_at) WHERE state = 'queued'`);
    await queryRunner.query(`CREATE INDEX evidence_reports_by_age ON evidence_reports (requested_at)`);
  }
}
