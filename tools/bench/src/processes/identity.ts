import { formatSecret } from '@governance/iam';
import { BuiltProgram, freeOrigin, ManagementClient, type Settings } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Bench } from '../bench';
import { type ClientSecret } from '../load/requests';
import { organization } from './databases';
import { managementToken, settingsOf, startProduct } from './product';
import { type Program } from './program';

/** The identity provider as it is deployed, with one organization. */
export class Identity {
  private readonly management: ManagementClient;

  private constructor(
    readonly program: Program,
    private readonly settings: Settings,
  ) {
    this.management = new ManagementClient(program.origin, managementToken);
  }

  static async start(bench: Bench, databaseUrl: string, more: Settings = {}): Promise<Identity> {
    const ISSUER = await freeOrigin();
    await run('deploy/identity-provider/migrate', { DATABASE_OWNER_URL: databaseUrl });
    const options = { databaseUrl, settings: { ISSUER, PORT: new URL(ISSUER).port, ...more } };
    const program = await startProduct(bench, 'identity-provider/main', options);
    const settings = await settingsOf(bench, 'identity-provider/main', options);
    const identity = new Identity(program, settings);
    await identity.management.putOrganization(organization, { name: 'Bench' });
    return identity;
  }

  async addClient(): Promise<ClientSecret> {
    const secret = formatSecret(randomBytes(32));
    const { clientId } = await this.management.put(`/client-tags/${randomUUID()}`, {
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
    await this.management.put('/users/admin', { email, emailVerified: true, name: 'Admin' });
    await this.management.put('/users/admin/password', { password });
    await this.management.put(`/organizations/${organization}/memberships/admin`, { role: 'account-admin' });
    return { email, password };
  }

  /** An access token of an admin who has just signed in, from a program that is in no bundle. */
  async adminToken(): Promise<string> {
    const { email } = await this.addAdmin();
    return run('apps/identity-provider/dev-token', this.settings, '--user', email);
  }
}

/** Runs a command to its end. Resolves to what it prints. @throws if it fails. */
async function run(name: string, settings: Settings, ...args: readonly string[]): Promise<string> {
  const program = new BuiltProgram(join(process.cwd(), 'dist', `${name}.js`), settings, args);
  const { code, stdout, stderr } = await program.ended;
  if (code !== 0) throw new Error(`${name}: ${stdout}${stderr}`);
  return stdout.trim();
}
