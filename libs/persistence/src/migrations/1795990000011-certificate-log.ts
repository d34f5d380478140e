import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/**
 * The public log of certificates (ADR 69). Triggers record each credential and each withdrawal, in the transaction that stores it and
 * whichever release does. The log takes recorded ones as entries. No entry is ever deleted.
 */
export class CertificateLog1795990000011 extends ForwardOnlyMigration {
  readonly name = 'CertificateLog1795990000011';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.createLog(queryRunner);
    await this.createRecords(queryRunner);
    await this.recordAll(queryRunner);
    await this.showProofs(queryRunner);
  }

  /** What anyone can read. Level 0 of the tiles is that of the entries, so that each hash is stored once. */
  private async createLog(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE certificate_log_entries (
        entry integer PRIMARY KEY CHECK (entry >= 0),
        content bytea NOT NULL CHECK (octet_length(content) = 62)
      )`);
    await queryRunner.query(`
      CREATE TABLE certificate_log_tiles (
        level integer NOT NULL CHECK (level BETWEEN 1 AND 7),
        tile_index integer NOT NULL CHECK (tile_index >= 0),
        hashes bytea NOT NULL CHECK (octet_length(hashes) BETWEEN 32 AND 8192 AND octet_length(hashes) % 32 = 0),
        PRIMARY KEY (level, tile_index)
      )`);
    await queryRunner.query(`
      CREATE TABLE certificate_log_checkpoint (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        size integer NOT NULL CHECK (size >= 0),
        note text NOT NULL,
        trust text NOT NULL,
        published_at timestamptz(3) NOT NULL
      )`);
  }

  /** What only the operator has: who is behind an entry. Erasing clears `salt` and `proof`. */
  private async createRecords(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE certificate_log_records (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        result_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('issued', 'withdrawn')),
        credential_sha256 bytea CHECK (octet_length(credential_sha256) = 32),
        salt bytea DEFAULT uuid_send(gen_random_uuid()) CHECK (octet_length(salt) = 16),
        recorded_at timestamptz(3) NOT NULL DEFAULT now(),
        entry integer UNIQUE,
        proof text,
        CHECK ((kind = 'issued') = (credential_sha256 IS NOT NULL)),
        CHECK (proof IS NULL OR entry IS NOT NULL)
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX certificate_log_records_once ON certificate_log_records (result_id, kind, credential_sha256)
      NULLS NOT DISTINCT WHERE salt IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX certificate_log_records_waiting ON certificate_log_records (id) WHERE entry IS NULL`);
    await queryRunner.query(`
      CREATE INDEX certificate_log_records_unproven ON certificate_log_records (entry)
      WHERE proof IS NULL AND salt IS NOT NULL`);
  }

  private async recordAll(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION record_credential() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO certificate_log_records (result_id, kind, credential_sha256)
        VALUES ((to_jsonb(NEW) ->> TG_ARGV[0])::uuid, 'issued', sha256(convert_to(NEW.credential, 'UTF8')))
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE FUNCTION record_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO certificate_log_records (result_id, kind) VALUES (NEW.id, 'withdrawn') ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    await handOverFunctions(queryRunner, ['record_credential()', 'record_withdrawal()']);
    for (const [table, id] of [
      ['survey_results', 'id'],
      ['certificate_domains', 'result_id'],
    ]) {
      await queryRunner.query(`
        CREATE TRIGGER record_credential AFTER UPDATE OF credential ON ${table} FOR EACH ROW
        WHEN (NEW.credential IS NOT NULL AND NEW.credential IS DISTINCT FROM OLD.credential)
        EXECUTE FUNCTION record_credential('${id}')`);
    }
    await queryRunner.query(`
      CREATE TRIGGER record_withdrawal AFTER UPDATE OF withdrawn_at ON survey_results FOR EACH ROW
      WHEN (NEW.withdrawn_at IS NOT NULL AND OLD.withdrawn_at IS NULL) EXECUTE FUNCTION record_withdrawal()`);
  }

  /** The proof of the credential that the record shows. */
  private async showProofs(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE OR REPLACE VIEW verifiable_results WITH (security_barrier) AS
      SELECT result.id, created_at, mode, overall_score, tier, launch_allowed, rubric_id, rubric_version, rubric_sha256,
        coalesce(domain.credential, result.credential) AS credential,
        coalesce(domain.credential_key_id, result.credential_key_id) AS credential_key_id,
        withdrawn_at, withdrawal_reason, domain.name AS domain_name, domain.proven_at AS domain_proven_at,
        record.entry AS log_entry, record.proof AS log_inclusion
      FROM survey_results AS result LEFT JOIN certificate_domains AS domain ON domain.result_id = result.id
      LEFT JOIN certificate_log_records AS record ON record.result_id = result.id AND record.kind = 'issued'
        AND record.salt IS NOT NULL AND record.proof IS NOT NULL
        AND record.credential_sha256 = sha256(convert_to(coalesce(domain.credential, result.credential), 'UTF8'))`);
  }
}
