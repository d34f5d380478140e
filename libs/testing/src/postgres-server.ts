import { type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort, isPortFree, PortTaken } from './free-port';
import { postgresPrograms } from './postgres-binaries';
import { locateData, type PostgresPlace, preparePlace } from './postgres-data';
import { endOf, hasEnded, initialise, launch, stopChild } from './postgres-launch';
import { endOfLeftover, leftoverServer, stopLeftover } from './postgres-leftover';
import { ensureOwnerRole, ownerPassword, ownerRole } from './postgres-role';

export interface PostgresOptions {
  /** Made when missing. Below a folder that the server's user cannot enter, a stand-in elsewhere is used. */
  readonly dataDirectory: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** False gives up crash safety for speed: for data that is thrown away. */
  readonly durable: boolean;
}

/** A PostgreSQL server on 127.0.0.1. */
export interface PostgresServer {
  /**
   * `postgresql://…` of the role `governance` to the database `postgres`, which it owns; holds the password. The role can
   * make databases and roles, and is no superuser: row-level security holds for it.
   */
  readonly url: string;
  readonly port: number;
  /** Where the data really is. */
  readonly directory: string;
  /** Resolves when the server has ended, by `stop` or by itself. */
  readonly ended: Promise<void>;
  /** Ends every session and the server; answers when no process is left. */
  stop(): Promise<void>;
}

function urlOf(role: string, password: string, port: number): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/postgres`;
}

function superuserUrl({ password }: PostgresPlace, port: number): string {
  return urlOf('postgres', password, port);
}

/** Whether the server answers our password and really serves this data, as durable as wanted. */
async function serves(place: PostgresPlace, port: number, durable: boolean): Promise<boolean> {
  const client = new Client({
    connectionString: superuserUrl(place, port),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string; fsync: string }>(
      `SELECT current_setting('data_directory') AS directory, current_setting('fsync') AS fsync`,
    );
    return rows[0]?.directory === place.cluster && (rows[0].fsync === 'on') === durable;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const startTimeoutMs = 60_000;

/** Answers whether the server has come up; false when it ended instead. */
async function cameUp(
  child: ChildProcess,
  place: PostgresPlace,
  { port, durable }: Required<PostgresOptions>,
): Promise<boolean> {
  const until = Date.now() + startTimeoutMs;
  while (Date.now() < until) {
    if (hasEnded(child)) return false;
    if (await serves(place, port, durable)) return true;
    await delay(25);
  }
  child.kill('SIGQUIT');
  return false;
}

/** A server that has come up, with the role that uses it. */
async function serverOf(
  place: PostgresPlace,
  port: number,
  life: Pick<PostgresServer, 'ended' | 'stop'>,
): Promise<PostgresServer> {
  const password = ownerPassword(place.password);
  try {
    await ensureOwnerRole(superuserUrl(place, port), password);
  } catch (error) {
    await life.stop();
    throw error;
  }
  return { url: urlOf(ownerRole, password, port), port, directory: place.directory, ...life };
}

async function startNew(place: PostgresPlace, options: PostgresOptions): Promise<PostgresServer> {
  const wanted = options.port ?? 0;
  if (wanted && !(await isPortFree(wanted))) throw new PortTaken(wanted);
  const programs = postgresPrograms(place.account);
  await initialise(place, programs, options.durable);
  // Between finding a free port and using it, somebody else may take it.
  for (let attempt = 1; ; attempt++) {
    const port = wanted || (await freePort());
    const child = launch(place, programs, { port, durable: options.durable });
    if (await cameUp(child, place, { ...options, port })) {
      return serverOf(place, port, { ended: endOf(child), stop: () => stopChild(child) });
    }
    const log = readFileSync(place.log, 'utf8').trim();
    if (wanted || attempt === 5 || (await isPortFree(port)))
      throw new Error(`PostgreSQL does not start:\n${log}`);
  }
}

/**
 * Starts PostgreSQL on a data directory, as the owner of the data, `postgres` or `nobody` when we are root. A server that a
 * killed parent left on the same data is taken over, or stopped first when it is not as wanted.
 * @throws `PortTaken` for the wanted port; with the server's own words when it does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const place = preparePlace(resolve(options.dataDirectory));
  const leftover = leftoverServer(place.cluster);
  if (leftover) {
    const { port } = leftover;
    const portIsRight = !options.port || options.port === port;
    if (portIsRight && (await serves(place, port, options.durable))) {
      return serverOf(place, port, {
        ended: endOfLeftover(leftover),
        stop: () => stopLeftover(leftover),
      });
    }
    await stopLeftover(leftover);
  }
  return startNew(place, options);
}

/** Stops the server that a killed parent left running on these data, if there is one. */
export async function stopLeftoverPostgres(dataDirectory: string): Promise<void> {
  const { directory } = locateData(resolve(dataDirectory));
  const leftover = leftoverServer(join(directory, 'cluster'));
  if (leftover) await stopLeftover(leftover);
}

/** Deletes the data of a server, wherever it really is, and stops a server that still runs on it. */
export async function removePostgresData(dataDirectory: string): Promise<void> {
  await stopLeftoverPostgres(dataDirectory);
  rmSync(locateData(resolve(dataDirectory)).directory, { recursive: true, force: true });
}
