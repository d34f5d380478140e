import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresPrograms } from './postgres-binaries';
import { type PostgresPlace } from './postgres-data';
import { endProcess, type RunningProcess, runningProcess, stillRuns } from './running-process';

/** A server that runs on a data directory. */
export interface RunningServer {
  readonly process: RunningProcess;
  readonly port: number;
}

export interface ServerOptions {
  readonly port: number;
  readonly durable: boolean;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

const throwAwaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  // A vacuum worker counts as a session of the superuser, which keeps the owner of a database from dropping it.
  autovacuum: 'off',
  // Each session of each program logs in: the hash of a password that protects nothing need not be slow.
  scram_iterations: '1',
};

/** Runs a program of PostgreSQL as the account of the data. @throws with what the program printed. */
async function run(place: PostgresPlace, program: string, args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(join(postgresPrograms(place.account), program), args, {
      ...place.account,
      cwd: '/',
      // Without PGDATA, PGPORT and the other variables that steer the server.
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    });
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    throw new Error(`${program} failed in ${place.directory}:\n${stderr.trim()}`, { cause });
  }
}

/** Makes the cluster if there is none, under another name first: an interrupted start leaves no half of one. */
export async function initialise(place: PostgresPlace, durable: boolean): Promise<void> {
  if (existsSync(place.cluster)) return;
  const unfinished = `${place.cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await run(place, 'initdb', [
    '-D',
    unfinished,
    '--username=postgres',
    `--pwfile=${join(place.directory, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  renameSync(unfinished, place.cluster);
}

/** Starts the server, in a process group of its own, and waits until it accepts connections. @throws with its log. */
export async function startServer(
  place: PostgresPlace,
  { port, durable, parameters }: ServerOptions,
): Promise<RunningServer> {
  const settings = Object.entries({
    listen_addresses: '127.0.0.1',
    port,
    // No socket file: its path would have a length limit.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : throwAwaySettings),
    ...parameters,
  });
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  rmSync(place.log, { force: true });
  try {
    await run(place, 'pg_ctl', ['start', '-w', '-D', place.cluster, '-l', place.log, '-o', options]);
  } catch (cause) {
    throw new Error(`PostgreSQL does not start:\n${readFileSync(place.log, 'utf8').trim()}`, { cause });
  }
  const server = runningServer(place.cluster);
  if (server) return server;
  throw new Error(`PostgreSQL ended at once:\n${readFileSync(place.log, 'utf8').trim()}`);
}

/** `postmaster.pid`: process, data directory, start time, port, and more (PostgreSQL, miscadmin.h). */
function readPidFile(cluster: string): { pid: number; port: number } | undefined {
  try {
    const [pid, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n').map(Number);
    return pid === undefined || Number.isNaN(pid) ? undefined : { pid, port: port ?? 0 };
  } catch {
    return undefined;
  }
}

/**
 * The server that runs on this data directory. Removes a pid file whose number now belongs to another program, which
 * would keep PostgreSQL from starting. PostgreSQL clears other stale pid files itself.
 */
export function runningServer(cluster: string): RunningServer | undefined {
  const found = readPidFile(cluster);
  const process = found && runningProcess(found.pid);
  if (!process) return undefined;
  if (process.command.includes(`-D ${cluster}`)) return { process, port: found.port };
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, committed data is kept. */
export function stopServer(server: RunningServer): Promise<void> {
  return endProcess(server.process, { signal: 'SIGINT', graceMs: 20_000 });
}

/** The server is not a child of this process, which therefore has to ask. */
export async function endOfServer(server: RunningServer): Promise<void> {
  while (stillRuns(server.process)) await delay(500, undefined, { ref: false });
}
