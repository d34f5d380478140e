import { migrate } from '@governance/persistence';
import {
  BuiltProgram,
  callHttp,
  createTestDatabase,
  createTestIssuerKeys,
  createTestKeyring,
  freePort,
  type HttpAnswer,
  runSql,
  urlForProgram,
} from '@governance/testing';
import { goldenCase } from './golden';
import { platformBaseUrl, publicBaseUrl } from './public-app';
import { roomyEnvironment } from './roomy-budgets';

type Settings = Readonly<Record<string, string>>;

/** A built program that listens on `port`, and on `managementPort` for its operator. */
export interface Service {
  readonly program: BuiltProgram;
  readonly port: number;
  readonly managementPort: number;
  readonly origin: string;
  readonly management: string;
}

/** The built programs of the public surface on their own database. */
export interface PublicPrograms {
  /** With the login of the owner; each program has its own role. */
  readonly databaseUrl: string;
  readonly keyringFile: string;
  readonly issuerKeysFile: string;
  /** Starts `main`, or `worker` with the mail server in `extra`; resolves when it has started. */
  start(name: 'main' | 'worker', extra?: Settings): Promise<Service>;
  /** Starts `browser`, which needs no setting. */
  startBrowser(): Promise<Service>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Kills running programs. */
  close(): Promise<void>;
}

/** Submits a complete assessment. */
export function submitTo(
  { origin }: Service,
  extras: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const { mode, answers } = goldenCase('persona-controlled-pilot');
  return callHttp(`${origin}/api/survey-results`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ mode, answers, ...extras }),
  });
}

export async function publicPrograms(): Promise<PublicPrograms> {
  const database = await createTestDatabase({
    migrate: async (url) => {
      await migrate(url);
    },
  });
  const keyring = createTestKeyring();
  const issuerKeys = createTestIssuerKeys();
  const programs: BuiltProgram[] = [];

  async function start(name: 'main' | 'worker', extra: Settings = {}): Promise<Service> {
    return run(name, {
      PUBLIC_BASE_URL: publicBaseUrl,
      PLATFORM_BASE_URL: platformBaseUrl,
      DATABASE_URL: await urlForProgram(database.url, `public-api/${name}`),
      KEYRING_FILE: keyring.file,
      // For the worker only, as in production.
      ...(name === 'worker' && { ISSUER_KEYS_FILE: issuerKeys.file }),
      ...roomyEnvironment,
      ...extra,
    });
  }

  async function run(name: string, settings: Settings): Promise<Service> {
    const [port, managementPort] = [await freePort(), await freePort()];
    const ports = { PORT: String(port), MANAGEMENT_PORT: String(managementPort) };
    const program = new BuiltProgram(`apps/public-api/${name}.js`, { ...ports, ...settings });
    programs.push(program);
    await program.started();
    return {
      program,
      port,
      managementPort,
      origin: `http://127.0.0.1:${port}`,
      management: `http://127.0.0.1:${managementPort}`,
    };
  }

  return {
    databaseUrl: database.url,
    keyringFile: keyring.file,
    issuerKeysFile: issuerKeys.file,
    start,
    startBrowser: () => run('browser', {}),
    sql: (text, values) => runSql(database.url, text, values),
    close: async () => {
      await Promise.all(programs.map((program) => program.kill()));
      await database.drop();
      keyring.remove();
      issuerKeys.remove();
    },
  };
}
