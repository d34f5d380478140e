import {
  callHttp,
  createTestDatabase,
  createTestKeyring,
  freePort,
  type HttpAnswer,
  runSql,
  urlForProgram,
} from '@governance/testing';
import { timeLimits } from '@governance/runtime';
import { type Type } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type ServerSettings } from '../../src/config';
import { createIdentityProvider } from '../../src/create-identity-provider';
import { migrateIdentity } from '../../src/database/migrate-identity';

export const apiUrl = 'https://api.example.org';
export const claimsNamespace = 'https://governance.example/claims/';
export const managementToken = 'management-token-of-the-tests-0123456789';

/** A database with the schema, and a keyring. */
export interface Stores {
  /** Connects as the provider's own role. */
  readonly databaseUrl: string;
  /** Connects as the owner, like `sql`. */
  readonly ownerUrl: string;
  readonly keyringFile: string;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Drops the database. */
  loseDatabase(): Promise<void>;
  drop(): Promise<void>;
}

export async function openStores(): Promise<Stores> {
  const database = await createTestDatabase({ migrate: migrateSchema });
  const keyring = createTestKeyring();
  return {
    databaseUrl: await urlForProgram(database.url, 'identity-provider/main'),
    ownerUrl: database.url,
    keyringFile: keyring.file,
    sql: (text, values) => runSql(database.url, text, values),
    loseDatabase: () => database.drop(),
    drop: async () => {
      await database.drop();
      keyring.remove();
    },
  };
}

async function migrateSchema(url: string): Promise<void> {
  await migrateIdentity(url);
}

/** The provider over real HTTP, at the origin in its settings. */
export interface IdentityApp {
  readonly issuer: string;
  readonly stores: Stores;
  readonly app: NestExpressApplication;
  readonly get: <Part>(part: Type<Part>) => Part;
  readonly call: (path: string, init?: RequestInit) => Promise<HttpAnswer>;
  /** Sends a request with the management token. */
  readonly manage: (method: string, path: string, body?: unknown) => Promise<HttpAnswer>;
  /** `POST /token` with a form. */
  readonly token: (form: Record<string, string>, headers?: Record<string, string>) => Promise<HttpAnswer>;
  readonly close: () => Promise<void>;
}

export async function startIdentityApp(changes: Partial<ServerSettings> = {}): Promise<IdentityApp> {
  const stores = await openStores();
  const port = changes.PORT ?? (await freePort());
  const issuer = changes.ISSUER ?? `http://127.0.0.1:${port}`;
  const app = await createIdentityProvider(
    {
      PORT: port,
      MANAGEMENT_PORT: 0,
      MANAGEMENT_API_PORT: undefined,
      LOG_LEVEL: 'info',
      ENVIRONMENT: 'development',
      ISSUER: issuer,
      API_URL: apiUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      TRUST_PROXY: 0,
      WEBSITE_REDIRECT_URIS: [],
      CONSOLE_REDIRECT_URIS: [],
      DOCS_REDIRECT_URIS: [],
      MANAGEMENT_TOKEN: managementToken,
      CONNECTIONS_PER_ORGANIZATION: 10,
      MAX_CONCURRENT_REQUESTS: 256,
      SIGNING_KEY_DAYS: 90,
      SMTP_URL: undefined,
      SMTP_REQUIRE_TLS: undefined,
      MAIL_FROM: undefined,
      DATABASE_URL: stores.databaseUrl,
      KEYRING_FILE: stores.keyringFile,
      ...changes,
    },
    { logger: false, timeLimits },
  );
  await app.listen(port, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  return {
    issuer,
    stores,
    app,
    get: (part) => app.get(part),
    call: (path, init) => callHttp(origin + path, init),
    manage: (method, path, body) => manage(origin, { method, path, body }),
    token: (form, headers) => requestToken(origin, form, headers),
    close: async () => {
      await app.close();
      await stores.drop();
    },
  };
}

export function manage(
  origin: string,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<HttpAnswer> {
  return callHttp(`${origin}/management/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${managementToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export function requestToken(
  origin: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  return callHttp(`${origin}/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  });
}
