import { Keyring } from '@governance/keyring';
import {
  type BuiltProgram,
  createTestKeyring,
  freePort,
  startedOnce,
  startShared,
  urlForProgram,
} from '@governance/testing';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConsoleApp, migratePlatform, placeOf, platformSettings } from './console';
import { providerOf, type StartedProvider, startProvider } from './shared-provider';

interface StartedConsole extends StartedProvider {
  readonly url: string;
  readonly keyringFile: string;
  /** The file of its output. */
  readonly log: string;
}

interface StartedWithSite extends StartedConsole {
  readonly siteUrl: string;
  readonly siteLog: string;
}

export interface ConsoleWithSite extends ConsoleApp {
  /** The public surface, whose site knows who is signed in to the console. */
  readonly siteUrl: string;
  readonly site: Pick<BuiltProgram, 'output'>;
}

/**
 * The shipped platform surface with its console and the shipped provider, in one database, which the files of a run share:
 * each test has its own organization or person.
 */
export async function sharedConsole(): Promise<ConsoleApp> {
  return consoleOf(await startedOnce('console', (folder) => start(folder)));
}

/** Another one, shared in the same way, with the public surface. Both surfaces have one host. */
export async function sharedConsoleWithSite(): Promise<ConsoleWithSite> {
  const started = await startedOnce('console-with-site', startWithSite);
  return { ...consoleOf(started), siteUrl: started.siteUrl, site: outputOf(started.siteLog) };
}

/** What the program writes from now on. */
function outputOf(log: string): Pick<BuiltProgram, 'output'> {
  const before = readFileSync(log, 'utf8').length;
  return { output: () => readFileSync(log, 'utf8').slice(before) };
}

function consoleOf(started: StartedConsole): ConsoleApp {
  const { url, keyringFile, log } = started;
  return {
    identity: providerOf(started),
    url,
    platform: outputOf(log),
    keyring: Keyring.load(keyringFile),
    keyringFile,
    place: placeOf(url, started),
  };
}

async function startWithSite(folder: string): Promise<StartedWithSite> {
  const siteUrl = `http://127.0.0.1:${await freePort()}`;
  const shared = { PUBLIC_BASE_URL: siteUrl, SITE_COOKIE_DOMAIN: '127.0.0.1' };
  const started = await start(folder, shared);
  const siteLog = await startShared(folder, 'apps/public-api/main.js', {
    ...shared,
    LOG_LEVEL: 'debug',
    PORT: new URL(siteUrl).port,
    MANAGEMENT_PORT: String(await freePort()),
    PLATFORM_BASE_URL: started.url,
    DATABASE_URL: await urlForProgram(started.ownerUrl, 'public-api/main'),
    KEYRING_FILE: started.keyringFile,
  });
  return { ...started, siteUrl, siteLog };
}

async function start(folder: string, changes: Record<string, string> = {}): Promise<StartedConsole> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const callback = `${url}/console/callback`;
  const provider = await startProvider(folder, { API_URL: url, CONSOLE_REDIRECT_URIS: callback });
  const { file: keyringFile } = createTestKeyring(mkdtempSync(join(folder, 'platform-')));
  await migratePlatform(provider.ownerUrl, keyringFile);
  const settings = await platformSettings(url, placeOf(url, { ...provider, keyringFile }));
  const log = await startShared(folder, 'apps/platform-api/main.js', { ...settings, ...changes });
  return { ...provider, url, keyringFile, log };
}
