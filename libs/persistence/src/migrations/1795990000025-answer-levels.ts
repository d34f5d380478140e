import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/** One digit for each question of the mode, by ascending id: what `answersOf` reads. */
const levels = `(
  SELECT coalesce(string_agg(value, '' ORDER BY key COLLATE "C"), '') FROM jsonb_each_text(answers))`;

/**
 * What a portfolio counts by (ADR 75): the answers of each attached result in a short form, so that the gaps of 10,000 clients take one
 * pass over one table. A trigger copies them, whichever release attaches a result.
 */
export class AnswerLevels1795990000025 extends ForwardOnlyMigration {
  readonly name = 'AnswerLevels1795990000025';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE org_results ADD COLUMN rubric_version text, ADD COLUMN answer_levels text`);
    await queryRunner.query(`SELECT set_config('governance.system_scope', 'operator', true)`);
    await queryRunner.query(`
      UPDATE org_results SET rubric_version = result.rubric_version, answer_levels = ${levels}
      FROM survey_results AS result WHERE result.id = result_id`);
    await queryRunner.query(`SELECT set_config('governance.system_scope', '', true)`);
    await queryRunner.query(`
      ALTER TABLE org_results ALTER COLUMN rubric_version SET NOT NULL, ALTER COLUMN answer_levels SET NOT NULL`);
    await queryRunner.query(`
      CREATE FUNCTION copy_answer_levels() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT rubric_version, ${levels} INTO NEW.rubric_version, NEW.answer_levels
        FROM survey_results WHERE id = NEW.result_id;
        RETURN NEW;
      END $$`);
    await handOverFunctions(queryRunner, ['copy_answer_levels()']);
    await queryRunner.query(`
      CREATE TRIGGER copy_answer_levels BEFORE INSERT ON org_results
      FOR EACH ROW EXECUTE FUNCTION copy_answer_levels()`);
  }
}
