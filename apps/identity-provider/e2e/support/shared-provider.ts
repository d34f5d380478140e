import {
  createTestDatabase,
  createTestKeyring,
  freePort,
  runSql,
  startedOnce,
  startShared,
  urlForProgram,
} from '@governance/testing';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiUrl,
  claimsNamespace,
  type IdentityServer,
  managementToken,
  migrateSchema,
  serverAt,
} from './identity-server';

export interface StartedProvider {
  readonly issuer: string;
  readonly ownerUrl: string;
  readonly databaseUrl: string;
  readonly identityKeyring: string;
}

/**
 * The shipped provider, which the files of a run share: for tests of their own users, clients and organizations, which do not
 * read whole tables or spend the guesses of their network.
 */
export async function sharedProvider(): Promise<IdentityServer> {
  return providerOf(await startedOnce('provider', (folder) => startProvider(folder)));
}

export function providerOf({
  issuer,
  ownerUrl,
  databaseUrl,
  identityKeyring,
}: StartedProvider): IdentityServer {
  const sql = (text: string, values?: unknown[]): ReturnType<typeof runSql> => runSql(ownerUrl, text, values);
  return serverAt(issuer, { issuer, stores: { databaseUrl, ownerUrl, keyringFile: identityKeyring, sql } });
}

export async function startProvider(
  folder: string,
  changes: Record<string, string> = {},
): Promise<StartedProvider> {
  const port = String(await freePort());
  const issuer = `http://127.0.0.1:${port}`;
  const { url: ownerUrl } = await createTestDatabase({ migrate: migrateSchema });
  const { file: identityKeyring } = createTestKeyring(mkdtempSync(join(folder, 'provider-')));
  const databaseUrl = await urlForProgram(ownerUrl, 'identity-provider/main');
  await startShared(folder, 'apps/identity-provider/main.js', {
    PORT: port,
    MANAGEMENT_PORT: String(await freePort()),
    ISSUER: issuer,
    API_URL: apiUrl,
    CLAIMS_NAMESPACE: claimsNamespace,
    MANAGEMENT_TOKEN: managementToken,
    DATABASE_URL: databaseUrl,
    KEYRING_FILE: identityKeyring,
    ...changes,
  });
  return { issuer, ownerUrl, databaseUrl, identityKeyring };
}
