import { Client } from 'pg';
import { withSetting } from './connection-setting';

/**
 * Runs one statement as an operator would, past the stores, on a connection of its own. Row-level security lets the
 * operator see the rows of every organization.
 */
export async function runSql(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const scope = { name: 'governance.system_scope', value: 'operator' };
  const client = new Client({ connectionString: withSetting(databaseUrl, scope) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}
