import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * What the email budgets, the resend limit, idempotency keys and erasure need. Addresses are found by keyed hashes
 * (`*_mac`); an erased address leaves neither hash nor sealed value behind.
 */
export class AbuseAndErasure1763700000000 extends ForwardOnlyMigration {
  readonly name = 'AbuseAndErasure1763700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await findPersonalData(queryRunner);
    await budgetDeliveries(queryRunner);
    await rememberCalls(queryRunner);
  }
}

async function findPersonalData(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`ALTER TABLE survey_results ADD COLUMN submitter_email_mac bytea`);
  await queryRunner.query(`
    CREATE INDEX survey_results_by_email ON survey_results (submitter_email_mac)
    WHERE submitter_email_mac IS NOT NULL`);
  await queryRunner.query(`
    CREATE INDEX survey_results_with_personal_data ON survey_results (created_at)
    WHERE submitter_email IS NOT NULL OR notes IS NOT NULL`);
  await queryRunner.query(`
    CREATE INDEX deliveries_with_personal_data ON deliveries (created_at) WHERE recipient IS NOT NULL`);
}

async function budgetDeliveries(queryRunner: QueryRunner): Promise<void> {
  // `admitted_at` is when the budgets let a delivery pass; `waiting_since` when they first held it back; `waiting_for`,
  // while it waits, the hash by which the budget counts that has room last.
  await queryRunner.query(`
    ALTER TABLE deliveries
      ALTER COLUMN recipient DROP NOT NULL,
      ADD COLUMN recipient_mac bytea,
      ADD COLUMN domain_mac bytea,
      ADD COLUMN client_mac bytea,
      ADD COLUMN admitted_at timestamptz(3),
      ADD COLUMN waiting_since timestamptz(3),
      ADD COLUMN waiting_for bytea,
      DROP CONSTRAINT deliveries_kind_check,
      ADD CONSTRAINT deliveries_kind_check CHECK (kind IN ('completion', 'resend')),
      DROP CONSTRAINT deliveries_state_check,
      ADD CONSTRAINT deliveries_state_check CHECK (state IN ('queued', 'sent', 'parked', 'merged', 'cancelled'))`);
  await queryRunner.query(`
    CREATE INDEX deliveries_by_recipient ON deliveries (recipient_mac) WHERE recipient_mac IS NOT NULL`);
  for (const column of ['recipient_mac', 'domain_mac', 'client_mac', 'result_id']) {
    await queryRunner.query(`
      CREATE INDEX deliveries_admitted_by_${column} ON deliveries (${column}, admitted_at)
      WHERE admitted_at IS NOT NULL`);
  }
  await queryRunner.query(`
    CREATE INDEX deliveries_admitted ON deliveries (admitted_at) WHERE admitted_at IS NOT NULL`);
  await queryRunner.query(`
    CREATE INDEX deliveries_waiting ON deliveries (waiting_for, available_at)
    WHERE waiting_for IS NOT NULL AND state = 'queued'`);
  await queryRunner.query(`
    CREATE INDEX deliveries_waiting_by_result ON deliveries (result_id)
    WHERE waiting_for IS NOT NULL AND state = 'queued'`);
  await queryRunner.query(`
    CREATE INDEX deliveries_by_result ON deliveries (result_id)`);
  // Those that wait for the same moment keep their turn.
  await queryRunner.query(`DROP INDEX deliveries_due`);
  await queryRunner.query(`
    CREATE INDEX deliveries_due ON deliveries (available_at, created_at) WHERE state = 'queued'`);
}

async function rememberCalls(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE rate_limits (
      key bytea PRIMARY KEY,
      hits timestamptz(3)[] NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`);
  await queryRunner.query(`
    CREATE INDEX rate_limits_expired ON rate_limits (expires_at)`);
  await queryRunner.query(`
    CREATE TABLE idempotency_keys (
      key_mac bytea PRIMARY KEY,
      body_mac bytea NOT NULL,
      result_id uuid NOT NULL REFERENCES survey_results (id),
      created_at timestamptz(3) NOT NULL
    )`);
}
