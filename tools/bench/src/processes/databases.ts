import { migrate } from '@governance/persistence';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Bench } from '../bench';
import { treeCpu } from '../measure/process-cpu';

const template = 'bench_template';

function urlOf(bench: Bench, name: string): string {
  const url = new URL(bench.parts.postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(bench: Bench, statement: string): Promise<void> {
  const client = new Client({ connectionString: bench.parts.postgres.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database with the schema of the product and no rows; its URL. It goes with the bench. */
export async function freshDatabase(bench: Bench, name: string): Promise<string> {
  await bench.once(template, async () => {
    await administer(bench, `CREATE DATABASE ${template}`);
    await migrate(urlOf(bench, template));
  });
  await administer(bench, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  // Not by force: its programs have ended by then, and an ordinary role may not end PostgreSQL's own housekeeping.
  bench.defer(() => administer(bench, `DROP DATABASE ${name}`));
  return urlOf(bench, name);
}

/** CPU that PostgreSQL with all of its processes has used so far, in microseconds. */
export function databaseCpu(bench: Bench): number {
  const pidFile = join(bench.parts.postgres.directory, 'cluster', 'postmaster.pid');
  const [pid = ''] = readFileSync(pidFile, 'utf8').split('\n', 1);
  return treeCpu(Number(pid));
}
