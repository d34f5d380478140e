import {
  callHttp,
  createTestDatabase,
  createTestKeyring,
  type HttpAnswer,
  runSql,
  urlForProgram,
} from '@governance/testing';
import { migrateIdentity } from '../../src/database/migrate-identity';

export const apiUrl = 'https://api.example.org';
export const claimsNamespace = 'https://governance.example/claims/';
export const managementToken = 'management-token-of-the-tests-0123456789';

/** A database with the schema, and a keyring. */
export interface SharedStores {
  /** Connects as the provider's own role. */
  readonly databaseUrl: string;
  /** Connects as the owner, like `sql`. */
  readonly ownerUrl: string;
  readonly keyringFile: string;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

/** The stores of one file. */
export interface Stores extends SharedStores {
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

export async function migrateSchema(url: string): Promise<void> {
  await migrateIdentity(url);
}

/** The provider over real HTTP. */
export interface IdentityServer {
  readonly issuer: string;
  readonly stores: SharedStores;
  readonly call: (path: string, init?: RequestInit) => Promise<HttpAnswer>;
  /** Sends a request with the management token. */
  readonly manage: (method: string, path: string, body?: unknown) => Promise<HttpAnswer>;
  /** `POST /token` with a form. */
  readonly token: (form: Record<string, string>, headers?: Record<string, string>) => Promise<HttpAnswer>;
}

export function serverAt(
  origin: string,
  { issuer, stores }: Pick<IdentityServer, 'issuer' | 'stores'>,
): IdentityServer {
  return {
    issuer,
    stores,
    call: (path, init) => callHttp(origin + path, init),
    manage: (method, path, body) => manage(origin, { method, path, body }),
    token: (form, headers) => requestToken(origin, form, headers),
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
