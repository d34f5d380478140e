import { freePort, Replica, sharedPart } from '@governance/testing';
import {
  apiUrl,
  claimsNamespace,
  type IdentityServer,
  managementToken,
  openStores,
  serverAt,
} from './identity-server';

/** The shipped provider in a process of its own. */
export interface StartedProvider extends IdentityServer {
  close(): Promise<void>;
}

/**
 * The shipped provider, which the files of a run share: for tests of their own users, clients and organizations, which do not
 * read whole tables or spend the guesses of their network.
 */
export const sharedProvider: () => Promise<IdentityServer> = sharedPart(() => startProvider());

export async function startProvider(changes: Record<string, string> = {}): Promise<StartedProvider> {
  const stores = await openStores();
  const port = String(await freePort());
  const issuer = `http://127.0.0.1:${port}`;
  const replica = await Replica.start('identity-provider/main', 'apps/identity-provider/main.js', {
    PORT: port,
    ISSUER: issuer,
    API_URL: apiUrl,
    CLAIMS_NAMESPACE: claimsNamespace,
    MANAGEMENT_TOKEN: managementToken,
    DATABASE_URL: stores.databaseUrl,
    KEYRING_FILE: stores.keyringFile,
    ...changes,
  });
  const close = async (): Promise<void> => {
    await replica.kill();
    await stores.drop();
  };
  return { ...serverAt(issuer, { issuer, stores }), close };
}
