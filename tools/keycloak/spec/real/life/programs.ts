import { migrate } from '@governance/persistence';
import {
  BuiltProgram,
  callHttp,
  createTestDatabase,
  createTestKeyring,
  freePort,
  type HttpAnswer,
  urlForProgram,
} from '@governance/testing';
import { audience } from '../test-realm';

type Settings = Readonly<Record<string, string>>;

/** A call of the platform surface. */
export interface PlatformCall {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object;
}

/** The exit code and the last message of a program that has refused to start. */
export interface RefusedStart {
  readonly code: number | null;
  readonly message: string;
}

/** The shipped programs of the platform on a database of their own, as processes. */
export interface Programs {
  /** With the login of the owner, for an identity provider in the same database. */
  readonly databaseUrl: string;
  readonly keyringFile: string;
  /** The URL of the platform surface. */
  readonly origin: string;
  /** Starts the platform surface. All later calls go there. */
  serve(settings: Settings): Promise<void>;
  /** Starts the platform surface with settings that it must refuse. */
  refusedStart(settings: Settings): Promise<RefusedStart>;
  /** Runs `npm run operate -- org`. @throws when it fails */
  org(settings: Settings, ...args: string[]): Promise<void>;
  call(path: string, call?: PlatformCall): Promise<HttpAnswer>;
  stop(): Promise<void>;
}

export const claimsNamespace = 'https://governance.example.org/claims/';

async function migrateSchema(url: string): Promise<void> {
  await migrate(url);
}

export async function openPrograms(): Promise<Programs> {
  const database = await createTestDatabase({ migrate: migrateSchema });
  const keyring = createTestKeyring();
  const started: BuiltProgram[] = [];
  let origin = '';
  const launch: Launch = async (name, settings, args) => {
    const program = new BuiltProgram(
      `apps/platform-api/${name}.js`,
      {
        PUBLIC_BASE_URL: 'https://assess.example.org',
        PLATFORM_BASE_URL: audience,
        CLAIMS_NAMESPACE: claimsNamespace,
        KEYRING_FILE: keyring.file,
        DATABASE_URL: await urlForProgram(database.url, `platform-api/${name}`),
        ...settings,
      },
      args,
    );
    started.push(program);
    return program;
  };
  return {
    databaseUrl: database.url,
    keyringFile: keyring.file,
    get origin() {
      return origin;
    },
    serve: async (settings) => {
      origin = await served(launch, settings);
    },
    refusedStart: async (settings) => {
      const program = await launch('main', { ...(await freePorts()), ...settings });
      const { code } = await program.ended;
      return { code, message: String(program.log().at(-1)?.msg) };
    },
    org: async (settings, ...args) => {
      const { code, stderr } = await (await launch('org', settings, args)).ended;
      if (code !== 0) throw new Error(`org ${args.join(' ')} ended with ${code}: ${stderr}`);
    },
    call: (path, call) => callPlatform(origin + path, call),
    stop: async () => {
      await Promise.all(started.map((program) => program.kill()));
      await database.drop();
      keyring.remove();
    },
  };
}

type Launch = (name: 'main' | 'org', settings: Settings, args?: readonly string[]) => Promise<BuiltProgram>;

async function freePorts() {
  return { PORT: String(await freePort()), MANAGEMENT_PORT: String(await freePort()) };
}

/** Resolves to the URL of a program that has started. */
async function served(launch: Launch, settings: Settings): Promise<string> {
  const ports = await freePorts();
  await (await launch('main', { ...ports, ...settings })).started();
  return `http://127.0.0.1:${ports.PORT}`;
}

function callPlatform(url: string, { method = 'GET', token, body }: PlatformCall = {}): Promise<HttpAnswer> {
  return callHttp(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
