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

export function statementsOn(client: Client): RunStatement {
  return (statement, values = []) => {
    const prepared = typeof statement === 'string' ? { text: statement } : statement;
    return client.query({ ...prepared, values: [...values] });
  };
}
