import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * The signed credential of a result, its place in a list of withdrawals, and the sealed proof of its holder (ADR 12);
 * the public keys of everything ever signed, and the signed lists. Credentials and public keys are for everybody.
 */
export class Certificates1764000000000 extends ForwardOnlyMigration {
  readonly name = 'Certificates1764000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE survey_results
        ADD COLUMN credential text,
        ADD COLUMN credential_key_id text,
        ADD COLUMN status_list integer,
        ADD COLUMN status_index integer,
        ADD COLUMN withdrawn_at timestamptz(3),
        ADD COLUMN withdrawal_reason text
          CHECK (withdrawal_reason IN
            ('issued_in_error', 'rubric_defect', 'misused', 'holder_request', 'key_compromised')),
        ADD COLUMN holder_proof bytea,
        ADD CONSTRAINT survey_results_credential_whole
          CHECK (num_nulls(credential, credential_key_id, status_list, status_index) IN (0, 4)),
        ADD CONSTRAINT survey_results_withdrawal_whole
          CHECK (num_nulls(withdrawn_at, withdrawal_reason) IN (0, 2))`);
    await queryRunner.query(`
      CREATE INDEX survey_results_uncertified ON survey_results (created_at)
      WHERE credential IS NULL AND withdrawn_at IS NULL`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX survey_results_by_status ON survey_results (status_list, status_index)
      WHERE status_list IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX survey_results_withdrawn ON survey_results (status_list)
      WHERE withdrawn_at IS NOT NULL`);
    await queryRunner.query(`CREATE SEQUENCE certificate_numbers AS bigint MINVALUE 0 START 0`);
    await queryRunner.query(`
      CREATE TABLE issuer_keys (
        kid text PRIMARY KEY,
        public_jwk jsonb NOT NULL,
        published_at timestamptz(3) NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE status_lists (
        list integer PRIMARY KEY,
        credential text NOT NULL,
        withdrawn integer NOT NULL,
        signed_at timestamptz(3) NOT NULL
      )`);
  }
}
