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
  urlAs,
} from '@governance/testing';
import { AppModule } from '../../src/app.module';
import { type ApiSettings } from '../../src/config';
import { servedSurface } from '../../src/served-surface';

export const publicBaseUrl = 'https://assess.example.org';
export const platformBaseUrl = 'https://api.example.org';

/** The public surface on a database of its own, over real HTTP. */
export interface PublicApp {
  readonly origin: string;
  /** Of the owner; the app has its own role. */
  readonly databaseUrl: string;
  readonly keyringFile: string;
  /** Not the app's, which signs nothing: a worker's. */
  readonly issuerKeysFile: string;
  get(path: string, headers?: Record<string, string>): Promise<HttpAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** What the server answers: `GET /health` and so on. */
  routes(): string[];
  /** Takes the database away for good. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

export interface PublicAppOptions {
  /** The app's public addresses are where it really listens, so that a browser can follow its links. */
  readonly reachable?: boolean;
  /** The app on whose database and keys this one runs, as a replica does. Close this one first. */
  readonly beside?: PublicApp;
  readonly settings?: Partial<ApiSettings>;
  /** How long clients may take, where a test does not wait as long as a service does. */
  readonly timeLimits?: TimeLimits;
}

export async function startPublicApp({
  reachable = false,
  beside,
  settings = {},
  timeLimits,
}: PublicAppOptions = {}): Promise<PublicApp> {
  const port = reachable ? await freePort() : 0;
  const here = `http://127.0.0.1:${port}`;
  const stores = await openStores(beside);
  const { databaseUrl, keyringFile, issuerKeysFile } = stores;
  const trustProxy = settings.TRUST_PROXY ?? 0;
  const appSettings: ApiSettings = {
    PORT: port,
    MANAGEMENT_PORT: 0,
    LOG_LEVEL: 'info',
    ENVIRONMENT: 'development',
    PUBLIC_BASE_URL: reachable ? here : publicBaseUrl,
    PLATFORM_BASE_URL: reachable ? here : platformBaseUrl,
    DATABASE_URL: await urlAs(databaseUrl, 'governance_public_api'),
    KEYRING_FILE: keyringFile,
    RESEND_LIMIT: 5,
    RESEND_WINDOW_SECONDS: 900,
    PERSONAL_DATA_DAYS: 365,
    ISSUER_NAME: undefined,
    CONTACT_URL: undefined,
    PRIVACY_URL: undefined,
    OIDC_ISSUER: undefined,
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

interface Stores extends Pick<PublicApp, 'databaseUrl' | 'keyringFile' | 'issuerKeysFile' | 'loseDatabase'> {
  dropAll(): Promise<void>;
}

async function openStores(beside: PublicApp | undefined): Promise<Stores> {
  if (beside) return { ...beside, dropAll: () => Promise.resolve() };
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

async function migrateSchema(url: string): Promise<void> {
  await migrate(url);
}
