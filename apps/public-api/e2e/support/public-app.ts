import { createHttpApp, publicSurface } from '@governance/http';
import { migrate } from '@governance/persistence';
import {
  callHttp,
  createTestDatabase,
  createTestKeyring,
  type HttpAnswer,
  runSql,
} from '@governance/testing';
import { AppModule } from '../../src/app.module';

export const platformBaseUrl = 'https://api.example.org';

/** The public surface on a database of its own, over real HTTP. */
export interface PublicApp {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly keyringFile: string;
  get(path: string, headers?: Record<string, string>): Promise<HttpAnswer>;
  post(path: string, body: unknown): Promise<HttpAnswer>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function startPublicApp(): Promise<PublicApp> {
  const testDatabase = await createTestDatabase({ migrate: migrateSchema });
  const keyring = createTestKeyring();
  const app = await createHttpApp({
    module: AppModule.forRoot({
      PORT: 0,
      ENVIRONMENT: 'development',
      PUBLIC_BASE_URL: 'https://assess.example.org',
      PLATFORM_BASE_URL: platformBaseUrl,
      DATABASE_URL: testDatabase.url,
      KEYRING_FILE: keyring.file,
    }),
    surface: publicSurface,
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  const origin = await app.getUrl();
  return {
    origin,
    databaseUrl: testDatabase.url,
    keyringFile: keyring.file,
    get: (path, headers = {}) => callHttp(origin + path, { headers }),
    post: (path, body) =>
      callHttp(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    sql: (text, values) => runSql(testDatabase.url, text, values),
    close: async () => {
      await app.close();
      await testDatabase.drop();
      keyring.remove();
    },
  };
}

async function migrateSchema(url: string): Promise<void> {
  await migrate(url);
}
