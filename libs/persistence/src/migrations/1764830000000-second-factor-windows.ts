import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { separateOrganizations } from './row-security';

/**
 * For how long a second factor stays fresh, for users of issuers whose tokens do not say it. A table of its own: the previous
 * release expects a list of operations in every row of `organization_policies`.
 */
export class SecondFactorWindows1764830000000 extends ForwardOnlyMigration {
  readonly name = 'SecondFactorWindows1764830000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE second_factor_windows (
        org_id text PRIMARY KEY CHECK (char_length(org_id) BETWEEN 1 AND 128),
        seconds integer NOT NULL CHECK (seconds BETWEEN 1 AND 31536000)
      )`);
    await separateOrganizations(queryRunner, 'second_factor_windows');
    // Of no organization. The latest row applies; the earlier ones are its history, because no audit trail has them.
    await queryRunner.query(`
      CREATE TABLE default_second_factor_windows (
        set_at timestamptz PRIMARY KEY,
        set_by text NOT NULL,
        seconds integer NOT NULL CHECK (seconds BETWEEN 1 AND 31536000)
      )`);
  }
}
