import { readSettings, tracingSettings } from '@governance/config';
import { createHttpApp, servedRoutes } from '@governance/http';
import { type TimeLimits } from '@governance/runtime';
import { migrate } from '@governance/persistence';
import {
  callHttp,
  createTestDatabase,
  createTestIssuerKeys,
  createTestKeyring,
  freePort,
  type HttpAnswer,
  runSql,
  sharedPart,
  urlAs,
} from '@governance/testing';
import { AppModule } from '../../src/app.module';
import { type ApiSettings } from '../../src/config';
import { servedSurface } from '../../src/served-surface';

export const publicBaseUrl = 'https://assess.example.org';
export const platformBaseUrl = 'https://api.example.org';

/** The public surface on its own database, over HTTP. */
export interface PublicApp {
  readonly origin: string;
  /** With the login of the owner; the app has its own role. */
  readonly databaseUrl: string;
  readonly keyringFile: string;
  /** A worker's keys: the app itself signs nothing. */
  readonly issuerKeysFile: string;
  get(path: string, headers?: Record<string, string>): Promise<HttpAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The routes of the server: `GET /health` and so on. */
  routes(): string[];
}

/** An app of its own, for tests of settings, outages, limits and whole tables. */
export interface OwnPublicApp extends PublicApp {
  /** Makes the database permanently unavailable. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

export interface PublicAppOptions {
  /** Sets the public addresses to the listening address, so that a browser can follow links. */
  readonly reachable?: boolean;
  /** The app whose database and keys this one shares, as a replica. Close this one first. */
  readonly beside?: PublicApp;
  readonly settings?: Partial<ApiSettings>;
  /** Time limits for clients, for tests that cannot wait as long as the service. */
  readonly timeLimits?: TimeLimits;
}

export async function startPublicApp({
  reachable = false,
  beside,
  settings = {},
  timeLimits,
}: PublicAppOptions = {}): Promise<OwnPublicApp> {
  const port = reachable ? await freePort() : 0;
  const here = `http://127.0.0.1:${port}`;
  const stores = await openStores(beside);
  const { databaseUrl, keyringFile, issuerKeysFile } = stores;
  const trustProxy = settings.TRUST_PROXY ?? 0;
  const appSettings: ApiSettings = {
    PORT: port,
    MANAGEMENT_PORT: 0,
    LOG_LEVEL: 'info',
    ...readSettings(tracingSettings, {}),
    ENVIRONMENT: 'development',
    PUBLIC_BASE_URL: reachable ? here : publicBaseUrl,
    PLATFORM_BASE_URL: reachable ? here : platformBaseUrl,
    DATABASE_URL: await urlAs(databaseUrl, 'governance_public_api'),
    DATABASE_READ_URL: undefined,
    KEYRING_FILE: keyringFile,
    CORS_ORIGINS: [],
    SITE_COOKIE_DOMAIN: undefined,
    MAX_CONCURRENT_REQUESTS: 256,
    RESEND_LIMIT: 5,
    RESEND_WINDOW_SECONDS: 900,
    PDF_BUDGET_CLIENT_HOUR: 1_000,
    PDF_BUDGET_TOTAL_HOUR: 1_000,
    PERSONAL_DATA_DAYS: 365,
    ISSUER_NAME: undefined,
    CONTACT_URL: undefined,
    PRIVACY_URL: undefined,
    OIDC_ISSUER: undefined,
    OIDC_ISSUERS_FILE: undefined,
    OIDC_JWKS_URI: undefined,
    TOKEN_AUDIENCE: undefined,
    CLAIMS_NAMESPACE: undefined,
    ...settings,
    TRUST_PROXY: trustProxy,
  };
  const app = await createHttpApp({
    module: AppModule.forRoot(appSettings),
    surface: servedSurface(appSettings),
    logger: false,
    trustProxy,
    corsOrigins: appSettings.CORS_ORIGINS,
    maxConcurrentRequests: appSettings.MAX_CONCURRENT_REQUESTS,
    ...(timeLimits && { timeLimits }),
  });
  await app.listen(port, '127.0.0.1');
  const origin = await app.getUrl();
  return {
    origin,
    databaseUrl,
    keyringFile,
    issuerKeysFile,
    get: (path, headers = {}) => callHttp(origin + path, { headers }),
    post: (path, body, headers = {}) =>
      callHttp(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    sql: (text, values) => runSql(databaseUrl, text, values),
    routes: () => servedRoutes(app).map(({ method, path }) => `${method} ${path}`),
    loseDatabase: () => stores.loseDatabase(),
    close: async () => {
      await app.close();
      await stores.dropAll();
    },
  };
}

const shared = sharedPart(() => startPublicApp());

/** The app without a worker that the files of a run share: messages and documents stay queued. */
export async function sharedPublicApp(): Promise<PublicApp> {
  return withUnspentLimits(await shared());
}

export async function withUnspentLimits<App extends Pick<PublicApp, 'sql'>>(app: App): Promise<App> {
  await app.sql('TRUNCATE rate_limits');
  return app;
}

interface Stores extends Pick<PublicApp, 'databaseUrl' | 'keyringFile' | 'issuerKeysFile'> {
  loseDatabase(): Promise<void>;
  dropAll(): Promise<void>;
}

async function openStores(beside: PublicApp | undefined): Promise<Stores> {
  if (beside) return { ...beside, loseDatabase: notOurs, dropAll: () => Promise.resolve() };
  const database = await createTestDatabase({ migrate: migrateSchema });
  const keyring = createTestKeyring();
  const issuerKeys = createTestIssuerKeys();
  return {
    databaseUrl: database.url,
    keyringFile: keyring.file,
    issuerKeysFile: issuerKeys.file,
    loseDatabase: () => database.drop(),
    dropAll: async () => {
      await database.drop();
      keyring.remove();
      issuerKeys.remove();
    },
  };
}

function notOurs(): Promise<void> {
  return Promise.reject(new Error('the database belongs to another app'));
}

async function migrateSchema(url: string): Promise<void> {
  await migrate(url);
}
