import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, isPortFree, PortTaken } from './free-port';
import {
  endOfServer,
  initialise,
  runningServer,
  type RunningServer,
  type ServerOptions,
  startServer,
  stopServer,
} from './postgres-control';
import { locateData, type PostgresPlace, preparePlace } from './postgres-data';
import { ensureOwnerRole, ownerPassword, ownerRole } from './postgres-role';

export interface PostgresOptions {
  /** Made when missing. Below a folder that the server's user cannot enter, a stand-in elsewhere is used. */
  readonly dataDirectory: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** False gives up crash safety for speed: for data that is thrown away. */
  readonly durable: boolean;
  /** Parameters of the server, by name, such as `max_connections`. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A PostgreSQL server on 127.0.0.1. */
export interface PostgresServer {
  /**
   * `postgresql://…` of the role `governance` to the database `postgres`, which it owns; holds the password. The role can
   * make databases and roles, and is no superuser: row-level security holds for it.
   */
  readonly url: string;
  /** The same database as `postgres`: for replication and backups. */
  readonly superuserUrl: string;
  readonly port: number;
  /** Of the process whose children are the sessions. */
  readonly pid: number;
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

/** Tries another port if another program takes the free one before PostgreSQL listens on it. */
async function startOnAnyPort(
  place: PostgresPlace,
  options: Omit<ServerOptions, 'port'>,
  preferred: number | undefined,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const isPreferred = attempt === 1 && preferred !== undefined && (await isPortFree(preferred));
    const port = isPreferred ? preferred : await freePort();
    try {
      return await startServer(place, { ...options, port });
    } catch (error) {
      if (attempt === 5 || (await isPortFree(port))) throw error;
    }
  }
}

/**
 * Starts PostgreSQL on a data directory. As root, it runs as the owner of the data, `postgres` or `nobody`. Replaces a server
 * that a killed parent left on the same data, on its port.
 * @throws `PortTaken` for the wanted port; with the server's log when it does not start.
 */
export async function startPostgres({
  dataDirectory,
  port = 0,
  durable,
  parameters,
}: PostgresOptions): Promise<PostgresServer> {
  const place = preparePlace(resolve(dataDirectory));
  const leftover = await stopLeftoverPostgres(dataDirectory);
  if (port !== 0 && !(await isPortFree(port))) throw new PortTaken(port);
  await initialise(place, durable);
  const isCopy = ['standby', 'recovery'].some((purpose) =>
    existsSync(join(place.cluster, `${purpose}.signal`)),
  );
  const server = await (port === 0
    ? startOnAnyPort(place, { durable, parameters }, leftover?.port)
    : startServer(place, { port, durable, parameters }));
  const password = ownerPassword(place.password);
  const superuserUrl = urlOf('postgres', place.password, server.port);
  try {
    // A copy has the role, and does not accept changes yet.
    if (!isCopy) await ensureOwnerRole(superuserUrl, password);
  } catch (error) {
    await stopServer(server);
    throw error;
  }
  return {
    url: urlOf(ownerRole, password, server.port),
    superuserUrl,
    port: server.port,
    pid: server.process.pid,
    directory: place.directory,
    ended: endOfServer(server),
    stop: () => stopServer(server),
  };
}

/** Stops the server that a killed parent left running on these data. Resolves to it, if there was one. */
export async function stopLeftoverPostgres(dataDirectory: string): Promise<RunningServer | undefined> {
  const { directory } = locateData(resolve(dataDirectory));
  const leftover = runningServer(join(directory, 'cluster'));
  if (leftover) await stopServer(leftover);
  return leftover;
}

/** Deletes the data of a server, in the folder that is really used, and stops a server that still runs on it. */
export async function removePostgresData(dataDirectory: string): Promise<void> {
  await stopLeftoverPostgres(dataDirectory);
  rmSync(locateData(resolve(dataDirectory)).directory, { recursive: true, force: true });
}
