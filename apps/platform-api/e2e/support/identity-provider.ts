import {
  BuiltProgram,
  callHttp,
  createTestKeyring,
  freePort,
  type HttpAnswer,
  urlAs,
} from '@governance/testing';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = join(__dirname, '..', '..', '..', '..', 'dist', 'apps', 'identity-provider');

export interface IdentityProviderPlace {
  /** Of the owner. Where the schema of the provider goes; it may be the database of the platform. */
  readonly databaseUrl: string;
  /** The audience of its tokens. */
  readonly apiUrl: string;
  /** How the claims of people's tokens begin. */
  readonly claimsNamespace: string;
  /** In place of `info`. */
  readonly logLevel?: string;
}

/** Somebody of an organization. */
export interface Member {
  readonly orgId: string;
  readonly email: string;
  readonly role: 'account-admin' | 'viewer';
}

/** The identity provider as it ships, on an origin of its own. */
export interface RunningIdentityProvider {
  readonly issuer: string;
  readonly managementUrl: string;
  readonly managementToken: string;
  /** Where its probes and metrics are. */
  readonly probesUrl: string;
  putOrganization(orgId: string, settings?: { readonly mfaMaxAge?: number }): Promise<void>;
  /** Makes a person known; the id is the local part of the address. */
  putMember(member: Member): Promise<void>;
  /** An access token of a person who has just signed in with a second factor, but for the options of `dev-token`. */
  tokenOf(email: string, ...options: string[]): Promise<string>;
  /** One call of its management API below `/v1`, with the token. */
  manage(method: string, path: string, body?: object): Promise<HttpAnswer>;
  /** Ends it as a crash does. */
  crash(): Promise<void>;
  /** Starts it again, where it was. */
  restart(): Promise<void>;
  /** Everything that it has written to its log so far, before a crash too. */
  output(): string;
  stop(): Promise<void>;
}

export async function startIdentityProvider(place: IdentityProviderPlace): Promise<RunningIdentityProvider> {
  const keyring = createTestKeyring();
  const [port, managementPort] = [await freePort(), await freePort()];
  const issuer = `http://127.0.0.1:${port}`;
  const managementUrl = `${issuer}/management`;
  const managementToken = randomBytes(32).toString('hex');
  await run(process.execPath, [join(folder, 'migrate.js')], {
    env: { DATABASE_OWNER_URL: place.databaseUrl },
  });
  const settings = {
    ENVIRONMENT: 'development',
    PORT: String(port),
    MANAGEMENT_PORT: String(managementPort),
    MANAGEMENT_TOKEN: managementToken,
    ISSUER: issuer,
    API_URL: place.apiUrl,
    CLAIMS_NAMESPACE: place.claimsNamespace,
    DATABASE_URL: await urlAs(place.databaseUrl, 'governance_identity'),
    KEYRING_FILE: keyring.file,
    LOG_LEVEL: place.logLevel ?? 'info',
  };
  const runCommand = async (name: string, ...args: string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, [join(folder, `${name}.js`), ...args], {
      env: settings,
    });
    return stdout.trim();
  };
  const manage: RunningIdentityProvider['manage'] = (method, path, body) =>
    callHttp(`${managementUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${managementToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const put = async (path: string, body: object): Promise<void> => {
    const { status, text } = await manage('PUT', path, body);
    if (status !== 200) throw new Error(`PUT ${path} was answered ${status}: ${text}`);
  };

  const start = (): Promise<BuiltProgram> =>
    new BuiltProgram('apps/identity-provider/main.js', settings).started();
  const programs = [await start()];
  const crash = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.kill()));
  };
  return {
    issuer,
    managementUrl,
    managementToken,
    manage,
    crash,
    probesUrl: `http://127.0.0.1:${managementPort}`,
    putOrganization: (orgId, { mfaMaxAge = 0 } = {}) =>
      put(`/organizations/${orgId}`, { name: orgId, mfaMaxAge }),
    putMember: async ({ orgId, email, role }) => {
      const [id = ''] = email.split('@');
      await put(`/users/${id}`, { email, emailVerified: true, name: id });
      await put(`/organizations/${orgId}/memberships/${id}`, { role });
    },
    tokenOf: (email, ...options) => runCommand('dev-token', '--user', email, ...options),
    restart: async () => {
      programs.push(await start());
    },
    output: () => programs.map((program) => program.output()).join('\n'),
    stop: async () => {
      await crash();
      keyring.remove();
    },
  };
}
