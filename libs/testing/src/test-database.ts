import { lockSession, unlockSession } from '@governance/postgres';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import { type Client, DatabaseError } from 'pg';
import { withClient } from './with-client';

/** A database of one test file, with the schema and without rows. */
export interface TestDatabase {
  /** Of its owner; `urlAs` is for programs. */
  readonly url: string;
  /** Ends the connections to it and deletes it. */
  drop(): Promise<void>;
}

export type Migrate = (url: string) => Promise<void>;

function settings(): { serverUrl: string; prefix: string } {
  const { TEST_DATABASE_URL: serverUrl, TEST_DATABASE_PREFIX: prefix } = process.env;
  if (serverUrl && prefix) return { serverUrl, prefix };
  throw new Error(
    'No test server: run these tests with the Jest configuration "database" (postgres.global-setup).',
  );
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function exists(client: Client, database: string): Promise<boolean> {
  return (await client.query('SELECT FROM pg_database WHERE datname = $1', [database])).rowCount === 1;
}

/**
 * What makes the schema: the programs that TEST_MIGRATE_PROGRAMS names, separated as in PATH, where it is set. So the tests
 * of a release can be run on the schema of a newer one (`npm run prove -- previous-release`).
 */
function schemaMaker(migrate: Migrate): Migrate {
  const { PATH, TEST_MIGRATE_PROGRAMS: programs } = process.env;
  if (!programs) return migrate;
  return async (url) => {
    for (const program of programs.split(delimiter))
      await promisify(execFile)(process.execPath, [program], { env: { PATH, DATABASE_OWNER_URL: url } });
  };
}

const objectInUse = '55006';

/** A session that still looks at the template makes PostgreSQL refuse, after it has waited for five seconds. */
async function retryWhileInUse(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === 4 || !(error instanceof DatabaseError) || error.code !== objectInUse) throw error;
    }
  }
}

/** Migrates the template once per run: the first worker migrates, the others wait. */
async function ensureTemplate(
  client: Client,
  serverUrl: string,
  { template, migrate }: { template: string; migrate: Migrate },
): Promise<void> {
  await client.query(lockSession({ text: '$1' }), [template]);
  try {
    if (await exists(client, template)) return;
    // Under another name until it is complete: a failed migration must not leave half a template.
    const unfinished = `${template}_new`;
    await client.query(`DROP DATABASE IF EXISTS "${unfinished}" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${unfinished}"`);
    await migrate(urlOf(serverUrl, unfinished));
    await retryWhileInUse(() => client.query(`ALTER DATABASE "${unfinished}" RENAME TO "${template}"`));
  } finally {
    await client.query(unlockSession({ text: '$1' }), [template]);
  }
}

/**
 * Makes a migrated database for a test file. The migrations run once per run and per `migrate` function; every database is a
 * copy of the result.
 */
export async function createTestDatabase({ migrate }: { migrate: Migrate }): Promise<TestDatabase> {
  const { serverUrl, prefix } = settings();
  const kind = createHash('sha256').update(migrate.toString()).digest('hex').slice(0, 8);
  const template = `${prefix}template_${kind}`;
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await withClient(serverUrl, async (client) => {
    await ensureTemplate(client, serverUrl, { template, migrate: schemaMaker(migrate) });
    // Copies the files, at half the time that the default takes to write each page to the log too.
    const copy = `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`;
    await retryWhileInUse(() => client.query(copy));
  });
  return {
    url: urlOf(serverUrl, name),
    drop: () =>
      withClient(serverUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      }),
  };
}
