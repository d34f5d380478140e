import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { inSystemScope } from './row-security';

/**
 * A service identity that an admin has named stays until it is deleted, and a credential has a description. Both columns have
 * a default, so the previous release works unchanged. Its worker also deletes no kept identity: the policies hide them.
 */
export class NamedServiceIdentities1764600000000 extends ForwardOnlyMigration {
  readonly name = 'NamedServiceIdentities1764600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE service_identities ADD COLUMN is_kept boolean NOT NULL DEFAULT false`,
    );
    await queryRunner.query(`
      ALTER TABLE m2m_credentials
      ADD COLUMN description text CHECK (char_length(description) BETWEEN 1 AND 200)`);
    await queryRunner.query(`
      CREATE INDEX service_identities_listed ON service_identities (org_id, created_at DESC, id DESC)`);
    for (const command of ['select', 'delete']) {
      await queryRunner.query(`
        ALTER POLICY "housekeeping ${command}" ON service_identities
        USING (${inSystemScope('housekeeping')} AND NOT is_kept)`);
    }
  }
}
