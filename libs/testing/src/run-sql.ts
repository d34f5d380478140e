import { withSetting } from './connection-setting';
import { withClient } from './with-client';

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
  return withClient(withSetting(databaseUrl, scope), async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(text, values);
    return rows;
  });
}
