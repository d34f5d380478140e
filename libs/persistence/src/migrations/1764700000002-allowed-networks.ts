import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/**
 * The networks from which a credential can be used. The guard reads them with the credential, by a function of its own: the
 * previous release uses `find_active_credential` until a later release drops it.
 */
export class AllowedNetworks1764700000002 extends ForwardOnlyMigration {
  readonly name = 'AllowedNetworks1764700000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE m2m_credentials
      ADD COLUMN allowed_networks text[] CHECK (cardinality(allowed_networks) BETWEEN 1 AND 20)`);
    await queryRunner.query(`
      CREATE FUNCTION find_client_credential(client text, organization text, moment timestamptz)
      RETURNS TABLE (credential_id uuid, used_at timestamptz, networks text[]) LANGUAGE plpgsql AS $$
      DECLARE
        scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
      BEGIN
        PERFORM set_config('governance.system_scope', 'guard', true);
        RETURN QUERY
          SELECT id, last_used_at, allowed_networks FROM m2m_credentials
          WHERE state = 'active' AND client_id = client AND org_id = organization
            AND (expires_at IS NULL OR expires_at > moment);
        PERFORM set_config('governance.system_scope', scope_before, true);
      END $$`);
    await handOverFunctions(queryRunner, ['find_client_credential(text, text, timestamptz)']);
  }
}
