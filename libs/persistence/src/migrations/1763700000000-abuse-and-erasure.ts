import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What the email budgets, the resend limit, idempotency keys and erasure need. Addresses are found by keyed hashes
 * (`*_mac`); an erased address leaves neither hash nor sealed value behind.
 */
export class AbuseAndErasure1763700000000 implements MigrationInterface {
  readonly name = 'AbuseAndErasure1763700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE survey_results ADD COLUMN submitter_email_mac bytea`);
    await queryRunner.query(`
      CREATE INDEX survey_results_by_email ON survey_results (submitter_email_mac)
      WHERE submitter_email_mac IS NOT NULL`);
    // `admitted_at` is when the budgets let a delivery pass; `waiting_since` when they first held it back.
    await queryRunner.query(`
      ALTER TABLE deliveries
        ALTER COLUMN recipient DROP NOT NULL,
        ADD COLUMN recipient_mac bytea,
        ADD COLUMN domain_mac bytea,
        ADD COLUMN client_mac bytea,
        ADD COLUMN admitted_at timestamptz(3),
        ADD COLUMN waiting_since timestamptz(3),
        DROP CONSTRAINT deliveries_kind_check,
        ADD CONSTRAINT deliveries_kind_check CHECK (kind IN ('completion', 'resend')),
        DROP CONSTRAINT deliveries_state_check,
        ADD CONSTRAINT deliveries_state_check CHECK (state IN ('queued', 'sent', 'parked', 'merged', 'cancelled'))`);
    for (const column of ['recipient_mac', 'domain_mac', 'client_mac', 'result_id']) {
      await queryRunner.query(`
        CREATE INDEX deliveries_admitted_by_${column} ON deliveries (${column}, admitted_at)
        WHERE admitted_at IS NOT NULL`);
    }
    await queryRunner.query(`
      CREATE INDEX deliveries_admitted ON deliveries (admitted_at) WHERE admitted_at IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX deliveries_by_result ON deliveries (result_id)`);
    await queryRunner.query(`
      CREATE TABLE rate_limits (
        key bytea PRIMARY KEY,
        hits timestamptz(3)[] NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE idempotency_keys (
        key_mac bytea PRIMARY KEY,
        body_mac bytea NOT NULL,
        result_id uuid NOT NULL REFERENCES survey_results (id),
        created_at timestamptz(3) NOT NULL
      )`);
  }

  /** Migrations are forward-only: a mistake is corrected by the next one. */
  down(): Promise<void> {
    return Promise.reject(new Error('migrations are forward-only'));
  }
}
