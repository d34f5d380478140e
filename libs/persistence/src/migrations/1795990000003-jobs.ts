import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/** The tables whose rows have a job: its queue, when it exists, and the column of the time at which it is due. */
const documents = { due: 'available_at', column: 'state', exists: `state = 'queued'` };
const sources = [
  { table: 'certificate_documents', queue: 'public/certificate-documents', ...documents },
  { table: 'evidence_reports', queue: 'public/evidence-reports', ...documents },
  {
    table: 'certificate_domains',
    queue: 'public/certificate-domains',
    due: 'check_due_at',
    column: 'check_due_at',
    exists: 'check_due_at IS NOT NULL',
  },
];

/**
 * Background jobs (ADR 62). Triggers add a job in the transaction of its row, whichever release has written it. The columns of the
 * former queues stay for the previous release.
 */
export class Jobs1795990000003 extends ForwardOnlyMigration {
  readonly name = 'Jobs1795990000003';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE jobs (
        queue text NOT NULL,
        key text NOT NULL DEFAULT '',
        due_at timestamptz(3) NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        lease uuid,
        failure text,
        PRIMARY KEY (queue, key)
      )`);
    await queryRunner.query(`CREATE INDEX jobs_due ON jobs (due_at)`);
    await this.separatePrograms(queryRunner);
    await this.addTriggers(queryRunner);
  }

  /** A program sees the queues whose names start with its own. The owner sees all. */
  private async separatePrograms(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE jobs ENABLE ROW LEVEL SECURITY`);
    await queryRunner.query(`CREATE POLICY "public jobs" ON jobs TO governance_public_worker
      USING (queue LIKE 'public/%')`);
    await queryRunner.query(`CREATE POLICY "platform jobs" ON jobs TO governance_platform_worker
      USING (queue LIKE 'platform/%')`);
    await queryRunner.query(`CREATE POLICY "added jobs" ON jobs TO governance_functions USING (true)`);
  }

  private async addTriggers(queryRunner: QueryRunner): Promise<void> {
    // A job that a worker holds is added anew: the worker has seen an earlier row.
    await queryRunner.query(`
      CREATE FUNCTION add_job() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO jobs (queue, key, due_at)
        VALUES (TG_ARGV[0], NEW.result_id, (to_jsonb(NEW) ->> TG_ARGV[1])::timestamptz)
        ON CONFLICT (queue, key) DO UPDATE
        SET due_at = excluded.due_at, attempts = 0, lease = NULL, failure = NULL;
        PERFORM pg_notify('jobs', '');
        RETURN NULL;
      END $$`);
    await handOverFunctions(queryRunner, ['add_job()']);
    for (const { table, queue, due, column, exists } of sources) {
      await queryRunner.query(`
        CREATE TRIGGER add_job AFTER INSERT OR UPDATE OF ${column} ON ${table}
        FOR EACH ROW WHEN (NEW.${exists}) EXECUTE FUNCTION add_job('${queue}', '${due}')`);
      await queryRunner.query(`
        INSERT INTO jobs (queue, key, due_at) SELECT '${queue}', result_id, ${due} FROM ${table} WHERE ${exists}`);
    }
  }
}
