import { Client } from 'pg';

const claim = {
  name: 'claim',
  text: `
    UPDATE jobs SET taken_at = now()
    WHERE id = (SELECT id FROM jobs WHERE taken_at IS NULL ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1)
    RETURNING id`,
};
const complete = { name: 'complete', text: 'UPDATE jobs SET done_at = now() WHERE id = $1' };

/** A table as a queue, and nothing else: one job after the other is claimed and completed. */
export async function bareQueue(
  databaseUrl: string,
  jobs: number,
): Promise<{ next(): Promise<void>; end(): Promise<void> }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    'CREATE TABLE jobs (id bigserial PRIMARY KEY, taken_at timestamptz, done_at timestamptz)',
  );
  await client.query('CREATE INDEX ON jobs (id) WHERE taken_at IS NULL');
  await client.query('INSERT INTO jobs (taken_at) SELECT NULL FROM generate_series(1, $1)', [jobs]);
  return {
    async next() {
      const { rows } = await client.query<{ id: string }>(claim);
      await client.query({ ...complete, values: [rows[0]?.id] });
    },
    end: () => client.end(),
  };
}
