import { Keyring } from '@governance/keyring';
import { BuiltProgram, createTestKeyring, freePort } from '@governance/testing';
import { type ConsoleApp, migratePlatform, placeOf, platformSettings } from './console';
import { type IdentityApp, startIdentityApp } from './identity-app';

/** A console of one file. */
export interface OwnConsole extends ConsoleApp {
  readonly identity: IdentityApp;
  close(): Promise<void>;
}

/** The shipped platform surface with its console, and the embedded provider in this process, in one database. */
export async function startConsole(settings: Record<string, string> = {}): Promise<OwnConsole> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const callback = `${url}/console/callback`;
  const identity = await startIdentityApp({ API_URL: url, CONSOLE_REDIRECT_URIS: [callback] });
  const keyring = createTestKeyring();
  const { ownerUrl } = identity.stores;
  await migratePlatform(ownerUrl, keyring.file);
  const place = placeOf(url, { issuer: identity.issuer, ownerUrl, keyringFile: keyring.file });
  const program = { ...(await platformSettings(url, place)), ...settings };
  const platform = await new BuiltProgram('apps/platform-api/main.js', program).started();
  return {
    identity,
    url,
    platform,
    keyring: Keyring.load(keyring.file),
    keyringFile: keyring.file,
    place,
    close: async () => {
      await platform.kill();
      await identity.close();
      keyring.remove();
    },
  };
}
