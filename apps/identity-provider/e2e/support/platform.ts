import {
  BuiltProgram,
  callHttp,
  createTestKeyring,
  freePort,
  type HttpAnswer,
  urlForProgram,
} from '@governance/testing';
import { type IdentityApp } from './identity-app';
import { apiUrl, claimsNamespace, managementToken } from './identity-server';

/** The shipped platform surface, which accepts the tokens of the provider. */
export interface Platform {
  call(token: string, request: { method: string; path: string; body?: object }): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Starts the platform surface in the database of the provider. */
export async function startPlatform({ issuer, stores }: IdentityApp): Promise<Platform> {
  const keyring = createTestKeyring();
  const owner = { DATABASE_OWNER_URL: stores.ownerUrl, KEYRING_FILE: keyring.file };
  const migrated = await new BuiltProgram('apps/public-api/migrate.js', owner).ended;
  if (migrated.code !== 0) throw new Error(`the schema was not migrated: ${migrated.stdout}`);
  const port = await freePort();
  const program = await new BuiltProgram('apps/platform-api/main.js', {
    ENVIRONMENT: 'development',
    PORT: String(port),
    MANAGEMENT_PORT: String(await freePort()),
    PUBLIC_BASE_URL: 'https://assess.example.org',
    PLATFORM_BASE_URL: apiUrl,
    DATABASE_URL: await urlForProgram(stores.ownerUrl, 'platform-api/main'),
    KEYRING_FILE: keyring.file,
    OIDC_ISSUER: issuer,
    CLAIMS_NAMESPACE: claimsNamespace,
    IDENTITY_MANAGEMENT_TOKEN: managementToken,
  }).started();
  return {
    call: (token, { method, path, body }) =>
      callHttp(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    close: async () => {
      await program.kill();
      keyring.remove();
    },
  };
}
