import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/** A form that the API refused until a second factor: sealed, and kept until it is sent again. */
export class ConsoleKeptForms1795810000000 extends ForwardOnlyMigration {
  readonly name = 'ConsoleKeptForms1795810000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE console_sessions
        ADD COLUMN kept_form bytea,
        ADD COLUMN kept_form_ends_at timestamptz(3),
        ADD CONSTRAINT console_sessions_kept_form CHECK ((kept_form IS NULL) = (kept_form_ends_at IS NULL))`);
  }
}
