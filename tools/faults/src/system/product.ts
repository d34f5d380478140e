import { createTestIssuerKeys, createTestKeyring } from '@governance/testing';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { budgets } from './budgets';
import { DatabaseServer } from './database-server';
import { DoublingProxy } from './doubling-proxy';
import { MailServer } from './mail-server';
import { BrowserApart } from './browser-apart';
import { RemovableBrowser } from './removable-browser';
import { Replica } from './replica';
import { TcpProxy } from './tcp-proxy';
import { Trap } from './trap';

const run = promisify(execFile);
const publicBaseUrl = 'https://assess.example.org';
const platformBaseUrl = 'https://api.example.org';
const claimsNamespace = 'https://governance.example.org/claims/';
export const organization = 'org_faults';

/** Per client address, over all replicas and restarts, for the whole run. */
export const resendsPerClient = 5;
export type Service = 'public-api/main' | 'public-api/worker' | 'platform-api/main' | 'platform-api/worker';

const services: readonly Service[] = [
  'public-api/main',
  'platform-api/main',
  'public-api/worker',
  'platform-api/worker',
];

export interface ProductOptions {
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Gives PostgreSQL a disk of this size, which can be filled. */
  readonly diskMegabytes?: number | undefined;
  /** The folder with the bundles of the release that is started and migrates first; by default those of this checkout. */
  readonly bundles?: string;
}

interface ProductParts {
  readonly database: DatabaseServer;
  readonly mail: MailServer;
  readonly browser: RemovableBrowser;
  readonly trap: Trap;
  /** The folder of the bundles that are started. */
  readonly bundles: string;
}

interface ProviderParts {
  readonly settings: Readonly<Record<string, string>>;
  /** Of the management API. */
  readonly proxy: DoublingProxy;
  /** The address of the provider, which leads to its process. */
  readonly front: TcpProxy;
}

interface KeyFiles {
  readonly keyring: string;
  readonly identityKeyring: string;
  readonly issuerKeys: string;
}

/** A program that manages keys. */
export type KeyProgram =
  'public-api/keys' | 'identity-provider/keys' | 'public-api/issuer-keys' | 'identity-provider/signing-keys';
/** For requests that were sent to a process before it was taken out of the list. */
const deregisteredMs = 3_000;

/** Its browser is a program of its own. */
const workerApart = 'public-api/worker 2';

/** The bundles of this checkout, below `dist`. */
const newest = 'deploy';

/** The bundles as deployed: two of each service and worker, the identity provider, PostgreSQL and a mail server. */
export class Product extends AsyncDisposableStack {
  readonly replicas = new Map<string, readonly Replica[]>();
  /** Those that others have replaced. */
  readonly former: Replica[] = [];
  /** The way of one process of each service to PostgreSQL. */
  readonly lanes = new Map<Service, TcpProxy>();

  private constructor(
    private readonly parts: ProductParts,
    readonly files: KeyFiles,
  ) {
    super();
  }

  get database(): DatabaseServer {
    return this.parts.database;
  }

  get mail(): MailServer {
    return this.parts.mail;
  }

  get browser(): RemovableBrowser {
    return this.parts.browser;
  }

  get trap(): Trap {
    return this.parts.trap;
  }

  private provider: ProviderParts | undefined;
  /** Of the second public worker; undefined for an earlier release. */
  browserApart: BrowserApart | undefined;

  /** The public workers that start a browser themselves. */
  workersWithBrowser(): readonly Replica[] {
    return this.of('public-api/worker').filter(({ name }) => !this.browserApart || name !== workerApart);
  }

  static async start({ now, diskMegabytes, bundles = newest }: ProductOptions): Promise<Product> {
    const database = await DatabaseServer.start(diskMegabytes);
    const mail = await MailServer.start(now);
    const [keyring, identityKeyring, issuerKeys] = [
      createTestKeyring(),
      createTestKeyring(),
      createTestIssuerKeys(),
    ];
    const [browser, trap] = [await RemovableBrowser.install(), await Trap.start()];
    const product = new Product(
      { database, mail, browser, trap, bundles },
      { keyring: keyring.file, identityKeyring: identityKeyring.file, issuerKeys: issuerKeys.file },
    );
    product.defer(() => {
      keyring.remove();
      identityKeyring.remove();
      issuerKeys.remove();
      browser.remove();
      trap.close();
    });
    product.defer(() => database.stop());
    product.defer(() => mail.close());
    product.defer(() => product.killAll());
    product.endOnSignal();
    try {
      await product.migrate('public-api', bundles);
      await product.startProvider();
      await product.startServices();
    } catch (error) {
      await product.disposeAsync();
      throw error;
    }
    return product;
  }

  of(program: string): readonly Replica[] {
    return this.replicas.get(program) ?? [];
  }

  get issuer(): string {
    return this.providerParts.settings.ISSUER ?? '';
  }

  get management(): DoublingProxy {
    return this.providerParts.proxy;
  }

  /** The way of everyone to the provider. */
  get providerFront(): TcpProxy {
    return this.providerParts.front;
  }

  get managementToken(): string {
    return this.providerParts.settings.MANAGEMENT_TOKEN ?? '';
  }

  /** An access token that lasts as long as a run. Reads the provider's keys past the proxy. */
  async tokenOf(email: string): Promise<string> {
    const script = join(process.cwd(), 'dist/apps/identity-provider/dev-token.js');
    const env = {
      ...this.providerParts.settings,
      DATABASE_URL: await this.pastProxy('identity-provider/main'),
    };
    const args = [script, '--user', email, '--expires-in', '86400'];
    return (await run(process.execPath, args, { env })).stdout.trim();
  }

  /** Runs a command of the platform to its end, past the proxy. @throws if it fails. */
  async command(name: string, ...args: readonly string[]): Promise<void> {
    const script = join(process.cwd(), `dist/deploy/platform-api/${name}.js`);
    const env = { ...this.common, DATABASE_URL: await this.pastProxy(`platform-api/${name}`) };
    await run(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
  }

  /** Runs a command on keys to its end, past the proxy. @throws if it fails. */
  async keyCommand(program: KeyProgram, ...args: readonly string[]): Promise<void> {
    const env = {
      ENVIRONMENT: 'development',
      KEYRING_FILE: program.startsWith('identity') ? this.files.identityKeyring : this.files.keyring,
      ISSUER_KEYS_FILE: this.files.issuerKeys,
      DATABASE_URL: await this.pastProxy('identity-provider/signing-keys'),
    };
    await run(process.execPath, [join(process.cwd(), `dist/deploy/${program}.js`), ...args], { env });
  }

  /**
   * Another process of the provider, of other bundles if named, takes over its address, and then the former one ends.
   * Resolves to the former one.
   */
  async replaceProvider(bundles = newest): Promise<Replica | undefined> {
    const name = 'identity-provider/main';
    const { settings, front } = this.providerParts;
    const [former] = this.of(name);
    const next = await Replica.start(`${name} 2`, `${bundles}/${name}.js`, settings);
    this.replicas.set(name, [next]);
    front.lead(portOf(next));
    await former?.stop();
    return former;
  }

  /** Migrates the schema of a bundle as its release does. */
  async migrate(bundle: 'public-api' | 'identity-provider', bundles = newest): Promise<void> {
    const script = resolve('dist', bundles, bundle, 'migrate.js');
    await run(process.execPath, [script], { env: { DATABASE_OWNER_URL: this.database.url } });
  }

  /** Replaces each process by one of other bundles, as an orchestrator does. */
  async replaceBy(bundles: string): Promise<void> {
    for (const service of services)
      for (const former of this.of(service)) {
        const settings = { ...this.common, ...budgets, DATABASE_URL: await this.database.urlOf(service) };
        await this.replace(
          service,
          former,
          await Replica.start(former.name, `${bundles}/${service}.js`, settings),
        );
      }
  }

  /** Replaces each process of a service by a new one, as an orchestrator does. */
  async roll(service: Service): Promise<void> {
    for (const former of this.of(service))
      await this.replace(service, former, await former.successor(former.name));
  }

  /** The next one is ready, and requests no longer go to the former one, before that is stopped. */
  private async replace(service: Service, former: Replica, next: Replica): Promise<void> {
    this.replicas.set(service, [...this.of(service).filter((each) => each !== former), next]);
    this.former.push(former);
    await delay(deregisteredMs);
    await former.stop();
  }

  /** A further process of a service, past the proxy, whose delay would be measured too. */
  async startFurther(service: Service, settings: Readonly<Record<string, string>> = {}): Promise<Replica> {
    const replica = await Replica.start(`${service} further`, `deploy/${service}.js`, {
      ...this.common,
      ...budgets,
      DATABASE_URL: await this.pastProxy(service),
      ...settings,
    });
    this.defer(() => replica.kill());
    return replica;
  }

  /** Resolves when every program reports ready. */
  async ready(): Promise<void> {
    await Promise.all([...this.replicas.values()].flat().map((replica) => replica.ready()));
  }

  writeLogs(folder: string): void {
    for (const [index, replica] of [...this.replicas.values(), this.former].flat().entries())
      writeFileSync(join(folder, `${replica.name.replaceAll(/\W/g, '-')}-${index}.log`), replica.output());
  }

  private async pastProxy(program: string): Promise<string> {
    const url = new URL(await this.database.urlOf(program));
    url.port = new URL(this.database.url).port;
    return url.href;
  }

  private get providerParts(): NonNullable<Product['provider']> {
    if (!this.provider) throw new Error('The identity provider has not been started.');
    return this.provider;
  }

  private async startProvider(): Promise<void> {
    await this.migrate('identity-provider', this.parts.bundles);
    const name = 'identity-provider/main';
    // Leads to the provider once that has a port.
    const front = await TcpProxy.start(0);
    this.defer(() => front.close());
    const settings = {
      ENVIRONMENT: 'development',
      ISSUER: `http://127.0.0.1:${front.port}`,
      API_URL: platformBaseUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      MANAGEMENT_TOKEN: randomBytes(32).toString('hex'),
      DATABASE_URL: await this.database.urlOf(name),
      KEYRING_FILE: this.files.identityKeyring,
    };
    const proxy = await DoublingProxy.start(settings.ISSUER);
    this.defer(() => proxy.close());
    this.provider = { settings, proxy, front };
    const replica = await Replica.start(name, `${this.parts.bundles}/${name}.js`, settings);
    this.replicas.set(name, [replica]);
    front.lead(portOf(replica));
  }

  private async startServices(): Promise<void> {
    await this.startBrowserApart();
    for (const service of services) {
      const lane = await TcpProxy.start(this.database.proxy.port);
      this.defer(() => lane.close());
      this.lanes.set(service, lane);
    }
    for (const number of [1, 2])
      for (const service of services) {
        const url = new URL(await this.database.urlOf(service));
        if (number === 1) url.port = String(this.lanes.get(service)?.port);
        const name = `${service} ${number}`;
        const settings = {
          ...this.common,
          ...budgets,
          DATABASE_URL: url.href,
          ...(name === workerApart && this.browserApart?.settings),
        };
        const replica = await Replica.start(name, `${this.parts.bundles}/${service}.js`, settings);
        this.replicas.set(service, [...this.of(service), replica]);
      }
  }

  private async startBrowserApart(): Promise<void> {
    const { bundles, browser } = this.parts;
    if (bundles !== newest) return;
    const apart = await BrowserApart.start(`${bundles}/public-api/browser.js`, browser.executable);
    this.defer(() => apart.close());
    this.browserApart = apart;
  }

  private get common(): Readonly<Record<string, string>> {
    return {
      ENVIRONMENT: 'development',
      PUBLIC_BASE_URL: publicBaseUrl,
      PLATFORM_BASE_URL: platformBaseUrl,
      KEYRING_FILE: this.files.keyring,
      ISSUER_KEYS_FILE: this.files.issuerKeys,
      OIDC_ISSUER: this.issuer,
      CLAIMS_NAMESPACE: claimsNamespace,
      IDENTITY_MANAGEMENT_TOKEN: this.managementToken,
      IDENTITY_MANAGEMENT_URL: `${this.management.origin}/management`,
      SMTP_URL: this.mail.smtpUrl,
      MAIL_FROM: 'governance@example.org',
      RESEND_LIMIT: String(resendsPerClient),
      RESEND_WINDOW_SECONDS: '86400',
      // The clients of the load are the proxy in front.
      TRUST_PROXY: '1',
      BROWSER_EXECUTABLE: this.parts.browser.executable,
      RECONCILE_SECONDS: '1',
    };
  }

  private endOnSignal(): void {
    const end = (): void => void this.disposeAsync().finally(() => process.exit(1));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, end);
      this.defer(() => void process.off(signal, end));
    }
  }

  private async killAll(): Promise<void> {
    await Promise.all([...this.replicas.values(), this.former].flat().map((replica) => replica.kill()));
  }
}

function portOf({ origin }: Replica): number {
  return Number(new URL(origin).port);
}
