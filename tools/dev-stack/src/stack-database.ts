import { PortTaken, removePostgresData, startPostgres, stopLeftoverPostgres } from '@governance/testing';
import { rmSync } from 'node:fs';
import { type StackFiles } from './stack-files';
import { type StackSettings } from './stack-settings';

/** The database of the stack. `stop` and `ended` apply to our own server, not to an external one. */
export interface StackDatabase {
  readonly url: string;
  /** The readable location of the data. Outside `.dev` if the server's user cannot enter that folder. */
  readonly place: string;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Deletes the data together with its keys and the stack's secrets.
 * @throws if the database is external.
 */
export async function removeData(settings: StackSettings, files: StackFiles): Promise<void> {
  if (settings.DATABASE_URL) {
    throw new Error(
      '--fresh does not empty the database of DATABASE_URL. Empty it yourself, or unset DATABASE_URL.',
    );
  }
  await removePostgresData(files.database);
  const { keyring, issuerKeys, identityKeyring, secrets, witnesses, auditMemory } = files;
  for (const file of [keyring, issuerKeys, identityKeyring, secrets, witnesses, auditMemory])
    rmSync(file, { recursive: true, force: true });
}

/** The server of `DATABASE_URL`, or our own one with its data in `.dev`. */
export async function startDatabase(settings: StackSettings, files: StackFiles): Promise<StackDatabase> {
  const { DATABASE_URL: url, DATABASE_PORT: port } = settings;
  if (url) {
    await stopLeftoverPostgres(files.database);
    const ended = new Promise<void>(() => undefined);
    return { url, place: 'the server of DATABASE_URL', ended, stop: () => Promise.resolve() };
  }
  try {
    const options = { dataDirectory: files.database, durable: true, ...(port !== undefined && { port }) };
    const server = await startPostgres(options);
    return { url: server.url, place: server.directory, ended: server.ended, stop: () => server.stop() };
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error;
    throw new Error(`${error.message} Stop that program, or choose another DATABASE_PORT.`, { cause: error });
  }
}
