import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/** What people have said of themselves (spec 2.8), by issuer and subject: of no organization. Names and numbers are sealed. */
export class Profiles1764200000000 extends ForwardOnlyMigration {
  readonly name = 'Profiles1764200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE profiles (
        issuer text NOT NULL,
        subject text NOT NULL,
        display_name bytea,
        phone_number bytea,
        marketing_opt_in boolean NOT NULL DEFAULT false,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (issuer, subject)
      )`);
  }
}
