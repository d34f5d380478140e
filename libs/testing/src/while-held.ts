import { runSql } from './run-sql';
import { until } from './until';
import { withClient } from './with-client';

export interface HeldRequest<Answer> {
  readonly databaseUrl: string;
  /** That the request reads or writes. */
  readonly table?: string;
  readonly request: () => Promise<Answer>;
}

/** Keeps a request in progress during `work`; resolves to its answer. */
export function whileHeld<Answer>(
  { databaseUrl, table = 'survey_results', request }: HeldRequest<Answer>,
  work: () => Promise<void>,
): Promise<Answer> {
  return withClient(databaseUrl, async (blocker) => {
    await blocker.query('BEGIN');
    await blocker.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const held = request();
    await until(async () => (await runSql(databaseUrl, waiting)).length > 0);
    await work();
    await blocker.query('ROLLBACK');
    return held;
  });
}

const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
