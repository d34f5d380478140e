import { type ClaimedJob, type JobBacklog, JobQueue, type JobWait } from '@governance/deliveries';
import { type Database } from '../database';
import { WorkSignal } from '../work-signal';

const held = 'queue = $1 AND key = $2 AND lease = $3';

interface BacklogRow {
  readonly queue: string;
  readonly due: number;
  readonly due_since: Date | null;
  readonly failing: number;
}

/** The table `jobs` of a schema. Row-level security shows a program the queues of its own. */
export class PostgresJobQueue extends JobQueue {
  private readonly signal: WorkSignal;
  private readonly table: string;

  constructor(
    private readonly database: Database,
    schema: 'public' | 'identity',
  ) {
    super();
    this.table = `${schema}.jobs`;
    this.signal = new WorkSignal(database, 'jobs');
  }

  async plan(queues: readonly string[], now: Date): Promise<void> {
    await this.database.query(
      `INSERT INTO ${this.table} (queue, due_at) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING`,
      [queues, now],
    );
  }

  /** `SKIP LOCKED` lets workers pass each other; a later `due_at` hides the job until the lease expires. */
  async claim(
    queues: readonly { readonly queue: string; readonly leaseMs: number }[],
    now: Date,
  ): Promise<ClaimedJob | undefined> {
    const text = `
      UPDATE ${this.table} AS job SET lease = gen_random_uuid(), attempts = attempts + 1,
        due_at = $3::timestamptz + lease_ms * interval '1 millisecond'
      FROM (
        SELECT queue, key, lease_ms FROM ${this.table}
        JOIN unnest($1::text[], $2::integer[]) AS wanted (queue, lease_ms) USING (queue)
        WHERE due_at <= $3 ORDER BY due_at FOR UPDATE OF jobs SKIP LOCKED LIMIT 1) AS next
      WHERE job.queue = next.queue AND job.key = next.key
      RETURNING job.queue, job.key, lease, attempts, traceparent`;
    const values = [queues.map(({ queue }) => queue), queues.map(({ leaseMs }) => leaseMs), now];
    const { rows } = await this.database.query<ClaimedJob>({ name: 'claim-job', text }, values);
    return rows[0];
  }

  finish(job: ClaimedJob): Promise<void> {
    return this.settle(job, `DELETE FROM ${this.table} WHERE ${held}`);
  }

  /** Without a failure, the next turn of a repeated job starts anew. */
  putBack(
    job: ClaimedJob,
    { dueAt, failure }: { readonly dueAt: Date; readonly failure?: string | undefined },
  ): Promise<void> {
    return this.settle(
      job,
      `UPDATE ${this.table} SET due_at = $4, failure = $5::text, lease = NULL,
         attempts = CASE WHEN $5::text IS NULL THEN 0 ELSE attempts END WHERE ${held}`,
      [dueAt, failure],
    );
  }

  async measure(queues: readonly string[], now: Date): Promise<readonly JobBacklog[]> {
    const { rows } = await this.database.query<BacklogRow>(
      `SELECT queue, count(*) FILTER (WHERE due_at <= $2)::integer AS due, min(due_at) FILTER (WHERE due_at <= $2) AS due_since,
         count(failure)::integer AS failing
       FROM unnest($1::text[]) AS queue LEFT JOIN ${this.table} AS jobs USING (queue) GROUP BY queue`,
      [queues, now],
    );
    return rows.map(({ due_since, ...row }) => ({ ...row, dueSince: due_since ?? undefined }));
  }

  wait(options: JobWait): Promise<void> {
    return this.signal.wait(options);
  }

  close(): Promise<void> {
    return this.signal.close();
  }

  private async settle(
    { queue, key, lease }: ClaimedJob,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<void> {
    await this.database.query(statement, [queue, key, lease, ...values]);
  }
}
