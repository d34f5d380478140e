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
  /** With the login of the owner. Receives the provider's schema; it may be the database of the platform. */
  readonly databaseUrl: string;
  /** The audience of its tokens. */
  readonly apiUrl: string;
  /** The prefix of the claims in users' tokens. */
  readonly claimsNamespace: string;
  /** Default `info`. */
  readonly logLevel?: string;
}

/** A member of an organization. */
export interface Member {
  readonly orgId: string;
  readonly email: string;
  readonly role: 'account-admin' | 'viewer';
}

/** The shipped identity provider, on its own origin. */
export interface RunningIdentityProvider {
  readonly issuer: string;
  readonly managementUrl: string;
  readonly managementToken: string;
  /** The URL of its probes and metrics. */
  readonly probesUrl: string;
  putOrganization(orgId: string, settings?: { readonly mfaMaxAge?: number }): Promise<void>;
  /** Creates a user; the id is the local part of the address. */
  putMember(member: Member): Promise<void>;
  /** An access token of a user who has just signed in with a second factor, unless the options of `dev-token` differ. */
  tokenOf(email: string, ...options: string[]): Promise<string>;
  /** A call to its management API below `/v1`, with the management token. */
  manage(method: string, path: string, body?: object): Promise<HttpAnswer>;
  /** Kills it, like a crash. */
  crash(): Promise<void>;
  /** Starts it again on the same origin. */
  restart(): Promise<void>;
  /** Its complete log so far, including before a crash. */
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
