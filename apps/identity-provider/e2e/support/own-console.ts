import { Keyring } from '@governance/keyring';
import { freeOrigin, Product, sharedPart } from '@governance/testing';
import { type ConsoleApp, optionsOf } from './console';
import { type IdentityApp, startIdentityApp } from './identity-app';
import { startMailbox } from './mailbox';
import { startPasskeyApp } from './passkey-app';

/** A console of one file. */
export interface OwnConsole extends ConsoleApp {
  readonly identity: IdentityApp;
  close(): Promise<void>;
}

/** The shipped platform surface with its console, and the embedded provider in this process, in one database. */
export async function startConsole(
  settings: Record<string, string> = {},
  startProvider = startIdentityApp,
): Promise<OwnConsole> {
  const url = await freeOrigin();
  const callback = `${url}/console/callback`;
  const identity = await startProvider({ API_URL: url, CONSOLE_REDIRECT_URIS: [callback] });
  const product = await Product.open(optionsOf(url, { ...identity, ownerUrl: identity.stores.ownerUrl }));
  await product.run('public-api/migrate');
  const { program: platform } = await product.start('platform-api/main', { LOG_LEVEL: 'debug', ...settings });
  const { keyringFile } = product.setup;
  return {
    identity,
    url,
    platform,
    keyring: Keyring.load(keyringFile),
    keyringFile,
    options: { ...product.setup, databaseUrl: product.databaseUrl },
    close: async () => {
      await product.disposeAsync();
      await identity.close();
    },
  };
}

/** One whose provider sends mail and has a host name, for the files that change parts of a provider in this process. */
export const sharedOwnConsole = sharedPart(async () => {
  const { inbox, settings } = await startMailbox();
  const app = await startConsole({}, (changes) => startPasskeyApp({ ...settings, ...changes }));
  const close = async (): Promise<void> => {
    await app.close();
    await inbox.close();
  };
  return { ...app, inbox, close };
});
