import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { separateOrganizations } from './row-security';

/**
 * Changes at the identity provider whose outcome is not recorded yet. A row becomes an audit event when the request or a reconciler
 * knows the outcome, so a crash loses no event.
 */
export class ProviderChanges1764820000000 extends ForwardOnlyMigration {
  readonly name = 'ProviderChanges1764820000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE provider_changes (
        id uuid PRIMARY KEY,
        org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
        exclusive_target text,
        change jsonb NOT NULL,
        audit jsonb NOT NULL,
        lease uuid NOT NULL,
        lease_until timestamptz(3) NOT NULL
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX provider_changes_exclusive ON provider_changes (org_id, exclusive_target)
      WHERE exclusive_target IS NOT NULL`);
    await queryRunner.query(`CREATE INDEX provider_changes_due ON provider_changes (lease_until)`);
    await separateOrganizations(queryRunner, 'provider_changes', { reconciler: ['SELECT', 'UPDATE'] });
  }
}
