import { formatSecret } from '@governance/iam';
import { Product } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { type Bench } from '../bench';
import { type ClientSecret } from '../load/requests';
import { organization } from './databases';
import { managementToken, type ProductOptions, startProduct } from './product';
import { type Program } from './program';

/** The identity provider as it is deployed, with one organization. */
export class Identity {
  private constructor(
    readonly program: Program,
    private readonly product: Product,
  ) {}

  static async start(
    bench: Bench,
    databaseUrl: string,
    { settings: more = {}, group }: Pick<ProductOptions, 'settings' | 'group'> = {},
  ): Promise<Identity> {
    // The program that gives tokens for development is in no bundle.
    const fileOf = (program: string): string =>
      `${program.endsWith('/dev-token') ? 'apps' : 'deploy'}/${program}.js`;
    const { keyringFile } = bench.setup;
    const files = { keyringFile, identityKeyringFile: keyringFile };
    const product = bench.use(await Product.open({ databaseUrl, managementToken, ...files, fileOf }));
    await product.run('identity-provider/migrate');
    const { issuer: ISSUER } = product.setup;
    const settings = { ISSUER, PORT: new URL(ISSUER).port, ...more };
    const program = await startProduct(bench, 'identity-provider/main', { databaseUrl, settings, group });
    await product.management.putOrganization(organization, { name: 'Bench' });
    return new Identity(program, product);
  }

  async addClient(): Promise<ClientSecret> {
    const secret = formatSecret(randomBytes(32));
    const { clientId } = await this.product.management.put(`/client-tags/${randomUUID()}`, {
      revision: randomUUID(),
      orgId: organization,
      name: 'Nightly export',
      permissions: ['m2m:credentials:read'],
      authentication: { method: 'secret', secret },
    });
    return { clientId: String(clientId), secret };
  }

  get issuer(): string {
    return this.product.setup.issuer;
  }

  /** Returns the client id of the rule. */
  async addTrustRule(rule: Readonly<Record<string, unknown>>): Promise<string> {
    const path = `/organizations/${organization}/trust-rules/${randomUUID()}`;
    const { clientId } = await this.product.management.put(path, {
      name: 'Nightly export',
      permissions: ['m2m:credentials:read'],
      preset: 'oidc',
      audience: this.issuer,
      conditions: [],
      ...rule,
    });
    return String(clientId);
  }

  /** An account admin of the organization, who can sign in. */
  async addAdmin(): Promise<{ readonly email: string; readonly password: string }> {
    const email = 'admin@bench.example';
    const password = randomBytes(16).toString('hex');
    await this.product.management.put('/users/admin', { email, emailVerified: true, name: 'Admin' });
    await this.product.management.put('/users/admin/password', { password });
    await this.product.management.put(`/organizations/${organization}/memberships/admin`, {
      role: 'account-admin',
    });
    return { email, password };
  }

  /** An access token of an admin who has just signed in. */
  async adminToken(): Promise<string> {
    return this.product.tokenOf((await this.addAdmin()).email);
  }
}
