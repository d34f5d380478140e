import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PostgresPlace } from './postgres-data';

/** Nothing of our environment (`PGDATA`, `PGPORT`, …) may steer the server. */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
const throwAwaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  // A vacuum worker counts as a session of the superuser, which keeps the owner of a database from dropping it.
  autovacuum: 'off',
};

function settings(port: number, durable: boolean): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    // No socket file: nothing but the port leads to the server, and the path would have a length limit.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : throwAwaySettings),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Makes the cluster under another name first, so that an interrupted start leaves no half of one. */
export async function initialise(place: PostgresPlace, programs: string, durable: boolean): Promise<void> {
  if (existsSync(place.cluster)) return;
  const unfinished = `${place.cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const args = ['-D', unfinished, '--username=postgres', `--pwfile=${join(place.directory, 'password')}`];
  args.push(
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  );
  try {
    await promisify(execFile)(join(programs, 'initdb'), args, {
      ...place.account,
      cwd: '/',
      env: environment,
    });
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new Error(`PostgreSQL cannot make its data in ${place.directory}:\n${stderr.trim()}`, { cause });
  }
  renameSync(unfinished, place.cluster);
}

/** Starts the server process; its words go to the log file, which outlives us. */
export function launch(
  place: PostgresPlace,
  programs: string,
  { port, durable }: { port: number; durable: boolean },
): ChildProcess {
  writeFileSync(place.log, '', { mode: 0o600 });
  if (place.account) chownSync(place.log, place.account.uid, place.account.gid);
  const log = openSync(place.log, 'a');
  try {
    // Its own process group: Ctrl-C must reach the programs that use the database before the database.
    const stdio = ['ignore', log, log] as const;
    const options = { ...place.account, cwd: '/', env: environment, detached: true, stdio: [...stdio] };
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', place.cluster, ...settings(port, durable)],
      options,
    );
    // A program that cannot be started has no process number and so counts as ended.
    return child.on('error', () => undefined);
  } finally {
    closeSync(log);
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

export async function endOf(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything committed is kept. */
export async function stopChild(child: ChildProcess): Promise<void> {
  const ended = endOf(child);
  child.kill('SIGINT');
  await ended;
}
