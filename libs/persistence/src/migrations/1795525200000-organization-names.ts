import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/** The name that a submitter declared, sealed by the keyring like the notes. Retention finds rows by the index, as before. */
export class OrganizationNames1795525200000 extends ForwardOnlyMigration {
  readonly name = 'OrganizationNames1795525200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE survey_results ADD COLUMN organization_name bytea`);
    await queryRunner.query(`DROP INDEX survey_results_with_personal_data`);
    // The condition of the previous release implies this one.
    await queryRunner.query(`
      CREATE INDEX survey_results_with_personal_data ON survey_results (created_at)
      WHERE submitter_email IS NOT NULL OR notes IS NOT NULL OR organization_name IS NOT NULL`);
  }
}
