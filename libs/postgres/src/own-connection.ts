import { Client } from 'pg';
import { type RunStatement } from './database';

/** Runs `work` on a separate connection, which is closed afterwards. */
export async function withOwnClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` on a separate connection without time limits. For commands of the owner; programs that serve requests use
 * `Database`.
 */
export function onOwnConnection<Result>(
  url: string,
  work: (query: RunStatement) => Promise<Result>,
): Promise<Result> {
  return withOwnClient(url, (client) => work(statementsOn(client)));
}

export function statementsOn(client: Client): RunStatement {
  return (statement, values = []) => {
    const prepared = typeof statement === 'string' ? { text: statement } : statement;
    return client.query({ ...prepared, values: [...values] });
  };
}
