import { formatSecret } from '@governance/iam';
import { callHttp, createTestKeyring, freePort, type HttpAnswer, urlForProgram } from '@governance/testing';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { type Bench } from '../bench';
import { type PinnedProgram } from './pinned-program';
import { claimsNamespace, platformBaseUrl, Product } from './product';
import { devTokenFile, productFile } from './product-file';

const run = promisify(execFile);
const organization = 'org_bench';
const admin = 'admin@bench.example';

/** The identity provider as it is deployed, with one organization, its admin, and machines. */
export class Identity {
  private constructor(
    readonly program: PinnedProgram,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** `extra` are settings in addition. */
  static async start(
    bench: Bench,
    databaseUrl: string,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<Identity> {
    const keyring = createTestKeyring();
    bench.defer(() => {
      keyring.remove();
    });
    const port = await freePort();
    await run(process.execPath, [productFile('identity-provider/migrate')], {
      env: { DATABASE_OWNER_URL: databaseUrl },
    });
    const settings = {
      DATABASE_URL: await urlForProgram(databaseUrl, 'identity-provider/main'),
      KEYRING_FILE: keyring.file,
      ISSUER: `http://127.0.0.1:${port}`,
      API_URL: platformBaseUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      MANAGEMENT_TOKEN: randomBytes(32).toString('hex'),
      ENVIRONMENT: 'development',
      ...extra,
    };
    const product = Product.on(bench, databaseUrl, settings);
    const program = await product.start('identity-provider/main', { PORT: String(port) });
    const identity = new Identity(program, settings);
    await identity.manage(`/organizations/${organization}`, { name: 'Bench', mfaMaxAge: 0 });
    await identity.manage('/users/admin', { email: admin, emailVerified: true, name: 'Admin' });
    await identity.manage(`/organizations/${organization}/memberships/admin`, { role: 'account-admin' });
    return identity;
  }

  get issuer(): string {
    return this.program.origin;
  }

  /** What the platform surface must know. */
  get platformSettings(): Readonly<Record<string, string>> {
    return {
      OIDC_ISSUER: this.issuer,
      IDENTITY_MANAGEMENT_TOKEN: this.settings.MANAGEMENT_TOKEN ?? '',
    };
  }

  /** A machine that authenticates with a secret. */
  async machine(): Promise<{ readonly clientId: string; readonly secret: string }> {
    const secret = formatSecret(randomBytes(32));
    const { body } = await this.manage(`/client-tags/${randomUUID()}`, {
      revision: randomUUID(),
      orgId: organization,
      name: 'Nightly export',
      permissions: ['m2m:credentials:read'],
      authentication: { method: 'secret', secret },
    });
    return { clientId: String(body.clientId), secret };
  }

  /** An access token of the admin, who has just signed in. */
  async adminToken(): Promise<string> {
    const args = [devTokenFile, '--user', admin];
    const { stdout } = await run(process.execPath, args, { env: this.settings });
    return stdout.trim();
  }

  private async manage(path: string, body: object): Promise<HttpAnswer> {
    const answer = await callHttp(`${this.issuer}/management/v1${path}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${this.settings.MANAGEMENT_TOKEN ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`PUT ${path} was answered ${answer.status}: ${answer.text}`);
    return answer;
  }
}
