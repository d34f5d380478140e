import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/**
 * The issuer of each credential: the identity provider that holds its client (ADR 38). A migration does not know the settings,
 * so the first program that manages a provider records its issuer, once. Rows without an issuer belong to that one: the rows
 * that exist now, and those of the previous release while both run. A later release fills the column and drops the table.
 */
export class CredentialIssuers1795435200000 extends ForwardOnlyMigration {
  readonly name = 'CredentialIssuers1795435200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE m2m_credentials ADD COLUMN issuer text CHECK (char_length(issuer) BETWEEN 1 AND 2048)`);
    await queryRunner.query(`
      CREATE TABLE first_managed_issuer (
        is_first boolean PRIMARY KEY DEFAULT true CHECK (is_first),
        issuer text NOT NULL CHECK (char_length(issuer) BETWEEN 1 AND 2048),
        recorded_at timestamptz NOT NULL
      )`);
    // Two issuers can have clients with the same id.
    await queryRunner.query('DROP INDEX m2m_credentials_active_client');
    await queryRunner.query(`
      CREATE UNIQUE INDEX m2m_credentials_active_client ON m2m_credentials (client_id, issuer) NULLS NOT DISTINCT
      WHERE state = 'active'`);
    await findForGuard(queryRunner);
  }
}

/** Of one issuer only. The previous release uses `find_client_credential` until a later release drops it. */
async function findForGuard(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION find_issued_credential(
      token_issuer text, client text, organization text, moment timestamptz)
    RETURNS TABLE (credential_id uuid, used_at timestamptz, networks text[]) LANGUAGE plpgsql AS $$
    DECLARE
      scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
    BEGIN
      PERFORM set_config('governance.system_scope', 'guard', true);
      RETURN QUERY
        SELECT credential.id, credential.last_used_at, credential.allowed_networks
        FROM m2m_credentials AS credential
        WHERE credential.state = 'active' AND credential.client_id = client AND credential.org_id = organization
          AND (credential.expires_at IS NULL OR credential.expires_at > moment)
          AND coalesce(credential.issuer, (SELECT first.issuer FROM first_managed_issuer AS first)) = token_issuer;
      PERFORM set_config('governance.system_scope', scope_before, true);
    END $$`);
  await handOverFunctions(queryRunner, ['find_issued_credential(text, text, text, timestamptz)']);
}
