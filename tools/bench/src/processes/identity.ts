import { formatSecret } from '@governance/iam';
import { freePort, urlForProgram } from '@governance/testing';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bench } from '../bench';
import { callApi, type ClientSecret } from '../load/requests';
import { organization } from './databases';
import { claimsNamespace, managementToken, platformBaseUrl, startProduct } from './product';
import { type Program, type Settings } from './program';

const run = promisify(execFile);
const dist = join(process.cwd(), 'dist');

/** The identity provider as it is deployed, with one organization. */
export class Identity {
  private constructor(
    readonly program: Program,
    private readonly settings: Settings,
  ) {}

  static async start(bench: Bench, databaseUrl: string, more: Settings = {}): Promise<Identity> {
    const port = String(await freePort());
    await run(process.execPath, [join(dist, 'deploy/identity-provider/migrate.js')], {
      env: { DATABASE_OWNER_URL: databaseUrl },
    });
    const settings = {
      DATABASE_URL: await urlForProgram(databaseUrl, 'identity-provider/main'),
      KEYRING_FILE: bench.setup.keyringFile,
      ISSUER: `http://127.0.0.1:${port}`,
      API_URL: platformBaseUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      MANAGEMENT_TOKEN: managementToken,
      ENVIRONMENT: 'development',
      ...more,
    };
    const options = { databaseUrl, settings: { ...settings, PORT: port } };
    const program = await startProduct(bench, 'identity-provider/main', options);
    const identity = new Identity(program, settings);
    await identity.put(`/organizations/${organization}`, { name: 'Bench', mfaMaxAge: 0 });
    return identity;
  }

  async addClient(): Promise<ClientSecret> {
    const secret = formatSecret(randomBytes(32));
    const { clientId } = await this.put(`/client-tags/${randomUUID()}`, {
      revision: randomUUID(),
      orgId: organization,
      name: 'Nightly export',
      permissions: ['m2m:credentials:read'],
      authentication: { method: 'secret', secret },
    });
    return { clientId: String(clientId), secret };
  }

  /** An account admin of the organization, who can sign in. */
  async addAdmin(): Promise<{ readonly email: string; readonly password: string }> {
    const email = 'admin@bench.example';
    const password = randomBytes(16).toString('hex');
    await this.put('/users/admin', { email, emailVerified: true, name: 'Admin' });
    await this.put('/users/admin/password', { password });
    await this.put(`/organizations/${organization}/memberships/admin`, { role: 'account-admin' });
    return { email, password };
  }

  /** An access token of an admin who has just signed in, from a program that is in no bundle. */
  async adminToken(): Promise<string> {
    const { email } = await this.addAdmin();
    const args = [join(dist, 'apps/identity-provider/dev-token.js'), '--user', email];
    return (await run(process.execPath, args, { env: this.settings })).stdout.trim();
  }

  private put(path: string, body: object): Promise<Record<string, unknown>> {
    const url = `${this.program.origin}/management/v1${path}`;
    return callApi('PUT', url, { token: managementToken, body });
  }
}
