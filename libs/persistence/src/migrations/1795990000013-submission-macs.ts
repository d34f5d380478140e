import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * A keyed hash of what was submitted, so that the operator can tell a result that the surface has stored from one that the owner of the
 * database invented. Results of earlier releases have none.
 */
export class SubmissionMacs1795990000013 extends ForwardOnlyMigration {
  readonly name = 'SubmissionMacs1795990000013';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE survey_results ADD COLUMN submission_mac bytea');
  }
}
