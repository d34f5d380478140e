import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * PDFs that holders download (ADR 35): at most one per result, which is its own job. `document` is sealed by the keyring.
 * `available_at` is when a queued document may be claimed, or a parked one requested again.
 */
export class CertificateDocuments1764870000000 extends ForwardOnlyMigration {
  readonly name = 'CertificateDocuments1764870000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // The size limit is that of the worker, plus the seal.
    await queryRunner.query(`
      CREATE TABLE certificate_documents (
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
    // A PDF is already compressed, and a sealed one does not shrink.
    await queryRunner.query(`ALTER TABLE certificate_documents ALTER COLUMN document SET STORAGE EXTERNAL`);
    await queryRunner.query(`
      CREATE INDEX certificate_documents_due ON certificate_documents (available_at, requested_at)
      WHERE state = 'queued'`);
    await queryRunner.query(`
      CREATE INDEX certificate_documents_by_age ON certificate_documents (requested_at)`);
  }
}
