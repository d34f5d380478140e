import { Keyring } from '@governance/keyring';
import {
  type BuiltProgram,
  createTestKeyring,
  freeOrigin,
  Product,
  type ProductOptions,
  startedOnce,
  startShared,
} from '@governance/testing';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConsoleApp, optionsOf } from './console';
import { providerOf, type StartedProvider, startProvider } from './shared-provider';

interface StartedConsole extends StartedProvider {
  readonly url: string;
  readonly siteUrl: string;
  readonly keyringFile: string;
  /** The files with the output of the programs. */
  readonly logs: Readonly<Record<string, string>>;
}

export interface ConsoleWithSite extends ConsoleApp {
  /** The public surface, whose site knows who is signed in to the console. */
  readonly siteUrl: string;
  readonly site: Pick<BuiltProgram, 'output'>;
}

const [platform, site] = ['platform-api/main', 'public-api/main'];

/**
 * The shipped platform surface with its console and the shipped provider, in one database, which the files of a run share:
 * each test has its own organization or person.
 */
export async function sharedConsole(): Promise<ConsoleApp> {
  return consoleOf(await startedOnce('console', (folder) => start(folder, [platform])));
}

/** Another one, shared in the same way, with the public surface. Both surfaces have one host. */
export async function sharedConsoleWithSite(): Promise<ConsoleWithSite> {
  const started = await startedOnce('console-with-site', startWithSite);
  return { ...consoleOf(started), siteUrl: started.siteUrl, site: outputOf(started, site) };
}

/** What the program writes from now on. */
function outputOf({ logs }: StartedConsole, program: string): Pick<BuiltProgram, 'output'> {
  const read = (): string => readFileSync(logs[program] ?? '', 'utf8');
  const before = read().length;
  return { output: () => read().slice(before) };
}

function consoleOf(started: StartedConsole): ConsoleApp {
  const { url, keyringFile } = started;
  return {
    identity: providerOf(started),
    url,
    platform: outputOf(started, platform),
    keyring: Keyring.load(keyringFile),
    keyringFile,
    options: { ...optionsOf(url, started), keyringFile },
  };
}

async function startWithSite(folder: string): Promise<StartedConsole> {
  return start(folder, [platform, site], {
    publicUrl: await freeOrigin(),
    extra: () => ({ LOG_LEVEL: 'debug', SITE_COOKIE_DOMAIN: '127.0.0.1' }),
  });
}

async function start(
  folder: string,
  programs: readonly string[],
  more: ProductOptions = { extra: () => ({ LOG_LEVEL: 'debug' }) },
): Promise<StartedConsole> {
  const url = await freeOrigin();
  const callback = `${url}/console/callback`;
  const provider = await startProvider(folder, { API_URL: url, CONSOLE_REDIRECT_URIS: callback });
  const { file: keyringFile } = createTestKeyring(mkdtempSync(join(folder, 'platform-')));
  await using product = await Product.open({ ...optionsOf(url, provider), keyringFile, ...more });
  await product.run('public-api/migrate');
  const logs: Record<string, string> = {};
  for (const program of programs) {
    const { environment } = await product.replica(program);
    logs[program] = await startShared(folder, `apps/${program}.js`, environment);
  }
  return { ...provider, url, siteUrl: product.setup.publicUrl, keyringFile, logs };
}
