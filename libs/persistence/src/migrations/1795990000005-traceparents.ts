import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/**
 * The trace in which a message or a job was queued (ADR 64). The previous release writes none. A statement sets the trace of the
 * jobs that triggers add for it (`governance.traceparent`).
 */
export class Traceparents1795990000005 extends ForwardOnlyMigration {
  readonly name = 'Traceparents1795990000005';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['deliveries', 'jobs'])
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN traceparent text`);
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION add_job() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO jobs (queue, key, due_at, traceparent)
        VALUES (TG_ARGV[0], NEW.result_id, (to_jsonb(NEW) ->> TG_ARGV[1])::timestamptz,
          nullif(current_setting('governance.traceparent', true), ''))
        ON CONFLICT (queue, key) DO UPDATE
        SET due_at = excluded.due_at, attempts = 0, lease = NULL, failure = NULL, traceparent = excluded.traceparent;
        PERFORM pg_notify('jobs', '');
        RETURN NULL;
      END $$`);
    await handOverFunctions(queryRunner, ['add_job()']);
  }
}
