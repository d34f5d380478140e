import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ordinaryRole } from './ordinary-role';
import { removePostgresData, startPostgres } from './postgres-server';
import { temporaryFolder } from './temporary-folder';
import { withClient } from './with-client';

/** A PostgreSQL server for one run of tests. */
export interface TestCluster {
  /** The URL of a role that can create databases and obeys row-level security. */
  readonly url: string;
  /** Prefix of the name of every database of this run. */
  readonly prefix: string;
  stop(): Promise<void>;
}

/** Ends the server of the data directory $1 at once and deletes it, when its own standard input ends. */
const watch = `
  cat >/dev/null
  if read -r pid <"$1/cluster/postmaster.pid" && kill -QUIT "$pid"; then
    for attempt in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" 2>/dev/null && sleep 0.2; done
  fi
  rm -rf "$1" "$2"`;

/**
 * A killed test run cannot clean up. A shell waits until its pipe from this process closes, and cleans up then. Returns how
 * to dismiss the shell.
 */
function tidyUpWhenWeDie(...directories: [string, string]): () => void {
  const options = {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'],
  };
  const shell = spawn('/bin/sh', ['-c', watch, 'sh', ...directories], options);
  shell.unref();
  return () => {
    shell.kill('SIGKILL');
    shell.stdin.destroy();
  };
}

async function startOwn(prefix: string): Promise<TestCluster> {
  const folder = temporaryFolder('test');
  const dataDirectory = join(folder, 'postgres');
  // Deadlocks are found at once, and no test waits for one. Two workers start a dozen programs, each with ten connections.
  const parameters = { deadlock_timeout: '10ms', max_connections: '300' };
  const server = await startPostgres({ dataDirectory, durable: false, parameters });
  const dismiss = tidyUpWhenWeDie(server.directory, folder);
  return {
    url: server.url,
    prefix,
    stop: async () => {
      await server.stop();
      dismiss();
      await removePostgresData(dataDirectory);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Drops the databases and logins of this run. */
async function dropAll(url: string, prefix: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
    const { rows: logins } = await client.query<{ rolname: string }>(
      `SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1) AND rolname LIKE '%\\_login'`,
      [prefix],
    );
    for (const { rolname } of logins) await client.query(`DROP ROLE IF EXISTS "${rolname}"`);
  });
}

/** Uses the server of `databaseUrl`, or starts one in a temporary folder. */
export async function startTestCluster(databaseUrl: string | undefined): Promise<TestCluster> {
  const prefix = `test_${randomBytes(6).toString('hex')}_`;
  if (!databaseUrl) return startOwn(prefix);
  const role = await ordinaryRole(databaseUrl, `${prefix}role`);
  return {
    url: role.url,
    prefix,
    stop: async () => {
      await dropAll(databaseUrl, prefix);
      await role.drop();
    },
  };
}
