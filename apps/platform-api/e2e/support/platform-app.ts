import { readSettings, tracingSettings } from '@governance/config';
import { ResultStore, type SurveyResult } from '@governance/assessments';
import { createHttpApp, type HttpAppOptions, servedRoutes } from '@governance/http';
import { type TimeLimits } from '@governance/runtime';
import { migrate, PersistenceModule } from '@governance/persistence';
import {
  callHttp,
  createTestDatabase,
  createTestKeyring,
  type HttpAnswer,
  runSql,
  urlAs,
} from '@governance/testing';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { AppModule } from '../../src/app.module';
import { type ApiSettings } from '../../src/config';
import { endpointGroups } from '../../src/endpoint-groups';
import { servedSurface } from '../../src/served-surface';
import { type ProviderInPlace, withIdentityProvider } from './with-identity-provider';

export const publicBaseUrl = 'https://assess.example.org';
export const platformBaseUrl = 'https://api.example.org';
export const claimsNamespace = 'https://governance.example.org/claims/';
export const issuer = 'https://identity.example.org';

/** The platform surface on its own database, over HTTP. */
export interface PlatformApp {
  readonly origin: string;
  /** As the public surface stores them; the platform role may not. */
  readonly results: Pick<ResultStore, 'create'>;
  /** With the login of the owner; the app has its own role. */
  readonly databaseUrl: string;
  readonly keyringFile: string;
  call(path: string, init?: RequestInit): Promise<HttpAnswer>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The routes of the server: `GET /health` and so on. */
  routes(): string[];
  /** Makes the database permanently unavailable. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

export interface PlatformAppOptions {
  readonly settings?: Partial<ApiSettings>;
  /** Replaces the adapter that the settings name. */
  readonly provider?: ProviderInPlace;
  /** The app whose database and keys this one shares, as a replica. Close this one first. */
  readonly beside?: Pick<PlatformApp, 'databaseUrl' | 'keyringFile'>;
  /** Receives the log; absent: no log. */
  readonly logger?: HttpAppOptions['logger'];
  /** Time limits for clients, for tests that cannot wait as long as the service. */
  readonly timeLimits?: TimeLimits;
}

export async function startPlatformApp({
  settings = {},
  provider,
  beside,
  logger = false,
  timeLimits,
}: PlatformAppOptions = {}): Promise<PlatformApp> {
  const stores = await openStores(beside);
  const { databaseUrl, keyringFile } = stores;
  const appSettings: ApiSettings = {
    PORT: 0,
    MANAGEMENT_PORT: 0,
    LOG_LEVEL: 'info',
    ...readSettings(tracingSettings, {}),
    ENVIRONMENT: 'staging',
    PUBLIC_BASE_URL: publicBaseUrl,
    PLATFORM_BASE_URL: platformBaseUrl,
    OIDC_ISSUER: issuer,
    OIDC_ISSUERS_FILE: undefined,
    OIDC_JWKS_URI: undefined,
    TOKEN_AUDIENCE: undefined,
    CLAIMS_NAMESPACE: claimsNamespace,
    PLATFORM_LIVE: endpointGroups,
    TRUST_PROXY: 0,
    CORS_ORIGINS: [],
    MAX_CONCURRENT_REQUESTS: 256,
    DOCS_CLIENT_ID: undefined,
    CONSOLE_CLIENT_ID: 'console',
    CONSOLE_CLIENT_SECRET: undefined,
    SITE_COOKIE_DOMAIN: undefined,
    CONSOLE_ISSUER: undefined,
    CONSOLE_ISSUER_URL: undefined,
    CONSOLE_SCOPE: 'openid api:full:read api:full:write',
    CREDENTIALS_PER_ORGANIZATION: 1_000,
    CLIENTS_PER_ORGANIZATION: 10_000,
    RESULTS_PER_ORGANIZATION: 1_000,
    IDENTITY_PROVIDER: 'embedded',
    IDENTITY_MANAGEMENT_URL: undefined,
    KEYCLOAK_URL: undefined,
    KEYCLOAK_CLIENT_ID: 'governance-service',
    KEYCLOAK_CLIENT_SECRET: undefined,
    KEYCLOAK_CLIENT_SECRET_FILE: undefined,
    KEYCLOAK_CLIENT_PREFIX: 'governance-m2m-',
    IDENTITY_MANAGEMENT_TOKEN: 'management-token-unused-0123456789',
    DATABASE_URL: await urlAs(databaseUrl, 'governance_platform_api'),
    DATABASE_READ_URL: undefined,
    KEYRING_FILE: keyringFile,
    ...settings,
  };
  const module = AppModule.forRoot(appSettings);
  const app = await createHttpApp({
    module: provider ? withIdentityProvider(module, provider) : module,
    surface: servedSurface(appSettings),
    logger,
    trustProxy: appSettings.TRUST_PROXY,
    corsOrigins: appSettings.CORS_ORIGINS,
    maxConcurrentRequests: appSettings.MAX_CONCURRENT_REQUESTS,
    ...(timeLimits && { timeLimits }),
  });
  await app.listen(0, '127.0.0.1');
  const results = publicResults(stores);
  const origin = await app.getUrl();
  return {
    origin,
    databaseUrl,
    keyringFile,
    results,
    routes: () => servedRoutes(app).map(({ method, path }) => `${method} ${path}`),
    call: (path, init) => callHttp(origin + path, init),
    sql: (text, values) => runSql(databaseUrl, text, values),
    loseDatabase: () => stores.loseDatabase(),
    close: async () => {
      await app.close();
      await results.close();
      await stores.dropAll();
    },
  };
}

interface Stores extends Pick<PlatformApp, 'databaseUrl' | 'keyringFile' | 'loseDatabase'> {
  dropAll(): Promise<void>;
}

async function openStores(beside: PlatformAppOptions['beside']): Promise<Stores> {
  if (beside) return { ...beside, loseDatabase: notOurs, dropAll: () => Promise.resolve() };
  const database = await createTestDatabase({ migrate: migrateSchema });
  const keyring = createTestKeyring();
  return {
    databaseUrl: database.url,
    keyringFile: keyring.file,
    loseDatabase: () => database.drop(),
    dropAll: async () => {
      await database.drop();
      keyring.remove();
    },
  };
}

function notOurs(): Promise<void> {
  return Promise.reject(new Error('The database belongs to the other app.'));
}

async function migrateSchema(url: string): Promise<void> {
  await migrate(url);
}

/** The results of the public surface, whose stores open at the first use. */
function publicResults({
  databaseUrl,
  keyringFile,
}: Stores): PlatformApp['results'] & Pick<PlatformApp, 'close'> {
  const role = 'governance_public_api';
  let opened: Promise<INestApplicationContext> | undefined;
  const open = async () => {
    const own = { databaseUrl: await urlAs(databaseUrl, role), keyringFile, role } as const;
    return NestFactory.createApplicationContext(PersistenceModule.forRoot(own), { logger: false });
  };
  return {
    create: async (...kept) => {
      opened ??= open();
      await (await opened).get(ResultStore).create(...kept);
    },
    close: async () => (await opened)?.close(),
  };
}

/** A stored result, as after a submission. */
export function resultOf(): SurveyResult {
  return {
    id: randomUUID(),
    createdAt: new Date('2026-11-20T12:00:00.000Z'),
    mode: 'client-on-behalf',
    rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'ab'.repeat(32) },
    answers: { 'gov-ai-policy': 3 },
    outcome: {
      overallScore: 71,
      tier: 'Progressing',
      launchAllowed: true,
      launchReason: 'Allowed.',
      domainScores: [],
    },
  };
}
