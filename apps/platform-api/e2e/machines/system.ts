import { migrate } from '@governance/persistence';
import {
  BuiltProgram,
  createTestDatabase,
  createTestKeyring,
  freePort,
  runSql,
  urlForProgram,
} from '@governance/testing';
import { type RunningIdentityProvider, startIdentityProvider } from '../support/identity-provider';
import { claimsNamespace, platformBaseUrl, publicBaseUrl } from '../support/platform-app';

type Settings = Readonly<Record<string, string>>;

/** A program that serves HTTP. */
export interface Served {
  readonly program: BuiltProgram;
  readonly origin: string;
  /** The URL of its probes and metrics. */
  readonly probesUrl: string;
}

/** The shipped programs on their own database, with their identity provider. Programs start when a test needs them. */
export interface System {
  readonly identity: RunningIdentityProvider;
  /** With the login of the owner; each program has its own role. */
  readonly databaseUrl: string;
  databaseUrlOf(program: string): string;
  /** Runs a program, such as `platform-api/reconcile`, with the settings of the system, overridden by `settings`. */
  launch(program: string, settings?: Settings, args?: readonly string[]): BuiltProgram;
  /** Resolves when the program has started. */
  serve(program: string, settings?: Settings): Promise<Served>;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Every program launched here. */
  readonly programs: readonly BuiltProgram[];
  stop(): Promise<void>;
}

export interface SystemOptions {
  readonly logLevel?: string;
  /** The file of a program, in place of `dist/apps`. */
  readonly fileOf?: (program: string) => string;
}

const programNames = [
  'public-api/main',
  'public-api/worker',
  ...['main', 'worker', 'reconcile', 'org'].map((name) => `platform-api/${name}`),
];

async function migrateSchema(url: string): Promise<void> {
  await migrate(url);
}

export async function startSystem({
  logLevel = 'info',
  fileOf = (program) => `apps/${program}.js`,
}: SystemOptions = {}): Promise<System> {
  const database = await createTestDatabase({ migrate: migrateSchema });
  const { url: databaseUrl } = database;
  const keyring = createTestKeyring();
  const place = { databaseUrl, apiUrl: platformBaseUrl, claimsNamespace, logLevel };
  const identity = await startIdentityProvider(place);
  const common = {
    ENVIRONMENT: 'development',
    LOG_LEVEL: logLevel,
    PUBLIC_BASE_URL: publicBaseUrl,
    PLATFORM_BASE_URL: platformBaseUrl,
    KEYRING_FILE: keyring.file,
    OIDC_ISSUER: identity.issuer,
    CLAIMS_NAMESPACE: claimsNamespace,
    IDENTITY_MANAGEMENT_TOKEN: identity.managementToken,
    // The worker's mail server; no mail is sent here.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'invitations@example.org',
  };
  const urls = new Map<string, string>();
  for (const program of programNames) urls.set(program, await urlForProgram(databaseUrl, program));
  const databaseUrlOf = (program: string): string => {
    const url = urls.get(program);
    if (url === undefined) throw new Error(`${program} has no role`);
    return url;
  };
  const programs: BuiltProgram[] = [];
  const launch: System['launch'] = (name, settings, args) => {
    const program = new BuiltProgram(
      fileOf(name),
      { ...common, DATABASE_URL: databaseUrlOf(name), ...settings },
      args,
    );
    programs.push(program);
    return program;
  };
  return {
    identity,
    databaseUrl,
    databaseUrlOf,
    programs,
    launch,
    serve: async (name, settings) => {
      const [port, probes] = [await freePort(), await freePort()];
      const ports = { PORT: String(port), MANAGEMENT_PORT: String(probes) };
      const program = await launch(name, { ...ports, ...settings }).started();
      return { program, origin: `http://127.0.0.1:${port}`, probesUrl: `http://127.0.0.1:${probes}` };
    },
    sql: (text, values) => runSql(databaseUrl, text, values),
    stop: async () => {
      await Promise.all(programs.map((program) => program.kill()));
      await identity.stop();
      await database.drop();
      keyring.remove();
    },
  };
}
