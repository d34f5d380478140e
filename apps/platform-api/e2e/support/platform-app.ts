import { ResultStore, type SurveyResult } from '@governance/assessments';
import { createHttpApp, platformSurface, servedRoutes } from '@governance/http';
import { migrate } from '@governance/persistence';
import { callHttp, createTestDatabase, createTestKeyring, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { AppModule } from '../../src/app.module';

export const publicBaseUrl = 'https://assess.example.org';
export const platformBaseUrl = 'https://api.example.org';
export const claimsNamespace = 'https://governance.example.org/claims/';
export const issuer = 'https://identity.example.org';

/** The platform surface on a database of its own, over real HTTP. */
export interface PlatformApp {
  readonly results: ResultStore;
  readonly databaseUrl: string;
  call(path: string, init?: RequestInit): Promise<HttpAnswer>;
  /** What the server answers: `GET /health` and so on. */
  routes(): string[];
  /** Takes the database away for good. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

export async function startPlatformApp(): Promise<PlatformApp> {
  const testDatabase = await createTestDatabase({
    migrate: async (url) => {
      await migrate(url);
    },
  });
  const keyring = createTestKeyring();
  const app = await createHttpApp({
    module: AppModule.forRoot({
      PORT: 0,
      MANAGEMENT_PORT: 0,
      LOG_LEVEL: 'info',
      ENVIRONMENT: 'staging',
      PUBLIC_BASE_URL: publicBaseUrl,
      PLATFORM_BASE_URL: platformBaseUrl,
      OIDC_ISSUER: issuer,
      OIDC_JWKS_URI: undefined,
      TOKEN_AUDIENCE: undefined,
      CLAIMS_NAMESPACE: claimsNamespace,
      DATABASE_URL: testDatabase.url,
      KEYRING_FILE: keyring.file,
    }),
    surface: platformSurface,
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  const origin = await app.getUrl();
  return {
    results: app.get(ResultStore),
    databaseUrl: testDatabase.url,
    routes: () => servedRoutes(app).map(({ method, path }) => `${method} ${path}`),
    call: (path, init) => callHttp(origin + path, init),
    loseDatabase: () => testDatabase.drop(),
    close: async () => {
      await app.close();
      await testDatabase.drop();
      keyring.remove();
    },
  };
}

/** A stored result, as a submission leaves it. */
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
