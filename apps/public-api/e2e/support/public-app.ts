import { createHttpApp, publicSurface } from '@governance/http';
import { migrate } from '@governance/persistence';
import {
  callHttp,
  createTestDatabase,
  createTestKeyring,
  freePort,
  type HttpAnswer,
  runSql,
} from '@governance/testing';
import { AppModule } from '../../src/app.module';

export const publicBaseUrl = 'https://assess.example.org';
export const platformBaseUrl = 'https://api.example.org';

/** The public surface on a database of its own, over real HTTP. */
export interface PublicApp {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly keyringFile: string;
  get(path: string, headers?: Record<string, string>): Promise<HttpAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Takes the database away for good. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** With `reachable`, the app's public addresses are where it really listens, so that a browser can follow its links. */
export async function startPublicApp({ reachable = false } = {}): Promise<PublicApp> {
  const port = reachable ? await freePort() : 0;
  const here = `http://127.0.0.1:${port}`;
  const testDatabase = await createTestDatabase({ migrate: migrateSchema });
  const keyring = createTestKeyring();
  const app = await createHttpApp({
    module: AppModule.forRoot({
      PORT: port,
      ENVIRONMENT: 'development',
      PUBLIC_BASE_URL: reachable ? here : publicBaseUrl,
      PLATFORM_BASE_URL: reachable ? here : platformBaseUrl,
      DATABASE_URL: testDatabase.url,
      KEYRING_FILE: keyring.file,
    }),
    surface: publicSurface,
    logger: false,
  });
  await app.listen(port, '127.0.0.1');
  const origin = await app.getUrl();
  return {
    origin,
    databaseUrl: testDatabase.url,
    keyringFile: keyring.file,
    get: (path, headers = {}) => callHttp(origin + path, { headers }),
    post: (path, body, headers = {}) =>
      callHttp(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    sql: (text, values) => runSql(testDatabase.url, text, values),
    loseDatabase: () => testDatabase.drop(),
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
