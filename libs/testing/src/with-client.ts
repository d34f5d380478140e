import { Client } from 'pg';

/**
 * Runs `work` with a connection of its own. A second copy of the helper in libs/postgres: Jest's global setup, which starts the
 * server, resolves no alias.
 */
export async function withClient<Result>(
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
