import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/**
 * What programs need that log in as roles of their own (ADR 21): a view of results without anything that leads to a person,
 * and functions that cross organizations for them, each for one purpose. `governance_functions` owns these and has no more
 * than they need. Who may use what is in `libs/persistence/src/access`.
 */
export class ProgramRoles1764500000000 extends ForwardOnlyMigration {
  readonly name = 'ProgramRoles1764500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await showVerifiableResults(queryRunner);
    await noteUses(queryRunner);
    await lockMailableResults(queryRunner);
    await handOverFunctions(queryRunner, functions);
  }
}

/** spec 2.6: what verification shows. A barrier, so that no function in a condition sees the rows that the view leaves out. */
async function showVerifiableResults(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE VIEW verifiable_results WITH (security_barrier) AS
    SELECT id, created_at, mode, overall_score, tier, launch_allowed, rubric_id, rubric_version, rubric_sha256,
      credential, credential_key_id, withdrawn_at, withdrawal_reason
    FROM survey_results`);
}

/** Rows are locked in one order: processes that note the same credentials do not lock each other out. */
async function noteUses(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION note_credential_uses(credentials uuid[], moments timestamptz[]) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
    BEGIN
      PERFORM set_config('governance.system_scope', 'last-used', true);
      WITH uses AS (SELECT * FROM unnest(credentials, moments) AS used (credential_id, used_at)),
      locked AS (
        SELECT id FROM m2m_credentials WHERE id = ANY(credentials) ORDER BY id FOR NO KEY UPDATE)
      UPDATE m2m_credentials AS credential SET last_used_at = used_at
      FROM locked JOIN uses ON credential_id = locked.id
      WHERE credential.id = locked.id AND (last_used_at IS NULL OR last_used_at < used_at);
      PERFORM set_config('governance.system_scope', scope_before, true);
    END $$`);
}

/** Who locks a row must be allowed to change it, which the public surface is not. */
async function lockMailableResults(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION lock_mailable_result(result uuid) RETURNS SETOF uuid LANGUAGE sql AS $$
      SELECT id FROM survey_results
      WHERE id = result AND submitter_email IS NOT NULL AND withdrawn_at IS NULL FOR SHARE
    $$`);
}

const functions = [
  'find_active_credential(text, text, timestamptz)',
  'note_credential_uses(uuid[], timestamptz[])',
  'lock_mailable_result(uuid)',
  'settle_invitation_mail()',
];
