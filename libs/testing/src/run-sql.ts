import { Pool } from 'pg';
import { withSetting } from './connection-setting';

/** By the URL of the database: a login costs more than most statements. */
const pools = new Map<string, Pool>();

/**
 * Runs one statement as an operator would, past the stores. Row-level security lets the operator see the rows of every
 * organization. Its session is used again within a second, and keeps no process alive.
 */
export async function runSql(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const pool = pools.get(databaseUrl) ?? poolOf(databaseUrl);
  const { rows } = await pool.query<Record<string, unknown>>(text, values);
  return rows;
}

function poolOf(databaseUrl: string): Pool {
  const scope = { name: 'governance.system_scope', value: 'operator' };
  const connectionString = withSetting(databaseUrl, scope);
  const pool = new Pool({ connectionString, idleTimeoutMillis: 1_000, allowExitOnIdle: true });
  // A session that ends while it waits, with its database or by a test, is replaced.
  pool.on('error', () => undefined);
  pools.set(databaseUrl, pool);
  return pool;
}
