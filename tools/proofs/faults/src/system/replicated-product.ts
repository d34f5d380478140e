import { BuiltProgram, ManagementClient, Product, Replica, type Settings } from '@governance/testing';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrowserApart } from './browser-apart';
import { type DatabaseServer } from './database-server';
import { type DoublingProxy } from './doubling-proxy';
import { type MailServer } from './mail-server';
import { type RemovableBrowser } from './removable-browser';
import { startSurroundings, type Surroundings, surfaceSettings } from './surroundings';
import { TcpProxy } from './tcp-proxy';
import { type Trap } from './trap';

export const organization = 'org_faults';

const services = [
  'public-api/main',
  'platform-api/main',
  'public-api/worker',
  'platform-api/worker',
] as const;
export type Service = (typeof services)[number];

const provider = 'identity-provider/main';

export interface ReplicatedProductOptions {
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Gives PostgreSQL a disk of this size, which can be filled. */
  readonly diskMegabytes?: number | undefined;
  /** The folder with the bundles of the release that is started and migrates first; by default those of this checkout. */
  readonly bundles?: string;
}

/** For requests that were sent to a process before it was taken out of the list. */
const deregisteredMs = 3_000;

/** Its browser is a program of its own. */
const workerApart = 'public-api/worker 2';

/** The bundles of this checkout, below `dist`. */
const newest = 'deploy';

/** The bundles as deployed: two of each service and worker, the identity provider, PostgreSQL and a mail server. */
export class ReplicatedProduct extends AsyncDisposableStack {
  /** Those that requests are sent to. */
  readonly replicas = new Map<string, readonly Replica[]>();
  /** Those that others have replaced. */
  readonly former: Replica[] = [];
  /** The connection of one process of each service to PostgreSQL. */
  readonly lanes = new Map<Service, TcpProxy>();
  /** Of the second public worker; undefined for an earlier release. */
  browserApart: BrowserApart | undefined;

  /** Where a replica of the database listens. */
  private replicaPort: number | undefined;

  readonly database: DatabaseServer;
  readonly mail: MailServer;
  readonly browser: RemovableBrowser;
  readonly trap: Trap;
  /** Every request to the provider passes it. */
  readonly providerFront: TcpProxy;
  readonly management: DoublingProxy;
  /** The folder that both public workers share. */
  private readonly auditMemory: string;

  private constructor(
    surroundings: Surroundings,
    /** The folder of the bundles that are started. */
    private readonly bundles: string,
    private readonly shipped: Product,
  ) {
    super();
    ({
      database: this.database,
      mail: this.mail,
      browser: this.browser,
      trap: this.trap,
      front: this.providerFront,
      management: this.management,
      auditMemory: this.auditMemory,
    } = surroundings);
  }

  get setup(): Product['setup'] {
    return this.shipped.setup;
  }

  get issuer(): string {
    return this.setup.issuer;
  }

  /** Through the front of the provider alone. A fault must not hold a call for long. */
  get managementClient(): ManagementClient {
    const { issuer, managementToken } = this.setup;
    return new ManagementClient(issuer, managementToken, () => AbortSignal.timeout(15_000));
  }

  static async start({ now, ...options }: ReplicatedProductOptions): Promise<ReplicatedProduct> {
    const { diskMegabytes, bundles = newest } = options;
    const surroundings = await startSurroundings(now, diskMegabytes);
    const { database, mail, browser, trap, front, management } = surroundings;
    const shipped = await Product.open({
      databaseUrl: () => database.url,
      issuer: surroundings.issuer,
      smtpUrl: mail.smtpUrl,
      extra: (program) => (program.startsWith('identity-provider/') ? {} : surfaceSettings(surroundings)),
      // The program that gives tokens for development is in no bundle.
      fileOf: (program) => `${program.endsWith('/dev-token') ? 'apps' : newest}/${program}.js`,
    });
    const product = new ReplicatedProduct(surroundings, bundles, shipped);
    product.use(shipped);
    product.defer(() => {
      browser.remove();
    });
    product.defer(() => database.stop());
    product.defer(() => {
      rmSync(surroundings.auditMemory, { recursive: true });
    });
    for (const place of [trap, mail, front, management]) product.defer(() => place.close());
    product.defer(() => product.killAll());
    product.endOnSignal();
    try {
      await product.startAll(bundles);
    } catch (error) {
      await product.disposeAsync();
      throw error;
    }
    return product;
  }

  of(program: string): readonly Replica[] {
    return this.replicas.get(program) ?? [];
  }

  /** The public workers that start a browser themselves. */
  workersWithBrowser(): readonly Replica[] {
    return this.of('public-api/worker').filter(({ name }) => !this.browserApart || name !== workerApart);
  }

  /** Runs a command to its end, past the proxy. Resolves to what it prints. @throws if it fails. */
  run(program: string, ...args: readonly string[]): Promise<string> {
    return this.shipped.run(program, args);
  }

  /** Adds its audit events to the tree now, and waits for the signature. */
  sealAudit(): Promise<void> {
    return this.shipped.sealAudit(organization);
  }

  /** The step of docs/operations.md after a restore that lost signed heads: their trees begin again. */
  forgetAuditTrees(): void {
    for (const name of readdirSync(this.auditMemory))
      rmSync(join(this.auditMemory, name), { recursive: true });
  }

  /** An account admin of the organization. The id is the local part of the address. */
  putAdmin(id: string): Promise<void> {
    return this.managementClient.putMember({
      orgId: organization,
      email: `${id}@example.com`,
      role: 'account-admin',
    });
  }

  /** An access token that lasts as long as a run. */
  tokenOf(email: string): Promise<string> {
    return this.shipped.tokenOf(email, '--expires-in', '86400');
  }

  /**
   * Another process of the provider, of other bundles if named, takes over its address, and then the former one ends.
   * Resolves to the former one.
   */
  async replaceProvider(bundles = newest): Promise<Replica | undefined> {
    const [former] = this.of(provider);
    await this.startProvider(`${provider} 2`, bundles);
    await former?.stop();
    return former;
  }

  /** Migrates the schema of a bundle as its release does. */
  async migrate(bundle: 'public-api' | 'identity-provider', bundles = newest): Promise<void> {
    const settings = { DATABASE_OWNER_URL: this.database.url };
    const { code, stdout } = await new BuiltProgram(`${bundles}/${bundle}/migrate.js`, settings).ended;
    if (code !== 0) throw new Error(`${bundle} was not migrated: ${stdout}`);
  }

  /** Replaces each process by one of other bundles, as an orchestrator does. */
  async replaceBy(bundles: string): Promise<void> {
    for (const service of services)
      for (const former of this.of(service)) {
        const settings = await this.settingsOf(service);
        const next = await Replica.start(former.name, `${bundles}/${service}.js`, settings);
        await this.replace(service, former, next);
      }
  }

  /** Replaces each process by one that reads from a replica. */
  async readFrom(port: number): Promise<void> {
    this.replicaPort = port;
    await this.replaceBy(this.bundles);
  }

  /** Replaces each process of a service by a new one, as an orchestrator does. */
  async roll(service: Service): Promise<void> {
    for (const former of this.of(service))
      await this.replace(service, former, await former.successor(former.name));
  }

  /** A further process of a service, past the proxy, whose delay would be measured too. */
  async startFurther(service: Service, settings: Settings = {}): Promise<Replica> {
    const replica = await Replica.start(`${service} further`, `${newest}/${service}.js`, {
      ...(await this.shipped.settingsOf(service)),
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

  /** The next one is ready, and requests no longer go to the former one, before that is stopped. */
  private async replace(service: Service, former: Replica, next: Replica): Promise<void> {
    this.replicas.set(service, [...this.of(service).filter((each) => each !== former), next]);
    this.former.push(former);
    await delay(deregisteredMs);
    await former.stop();
  }

  /** Without ports, and through the proxy to the database. */
  private async settingsOf(program: string): Promise<Settings> {
    const url = new URL(await this.database.urlOf(program));
    const settings = { ...(await this.shipped.settingsOf(program)), DATABASE_URL: url.href };
    if (this.replicaPort === undefined) return settings;
    url.port = String(this.replicaPort);
    return { ...settings, DATABASE_READ_URL: url.href };
  }

  private async startAll(bundles: string): Promise<void> {
    for (const bundle of ['public-api', 'identity-provider'] as const) await this.migrate(bundle, bundles);
    await this.startProvider(provider, bundles);
    await this.startBrowserApart();
    for (const service of services) {
      const lane = await TcpProxy.start(this.database.proxy.port);
      this.defer(() => lane.close());
      this.lanes.set(service, lane);
    }
    for (const number of [1, 2])
      for (const service of services) await this.startService(service, `${service} ${number}`);
  }

  private async startProvider(name: string, bundles: string): Promise<void> {
    const replica = await Replica.start(name, `${bundles}/${provider}.js`, await this.settingsOf(provider));
    this.replicas.set(provider, [replica]);
    this.providerFront.lead(Number(new URL(replica.origin).port));
  }

  private async startService(service: Service, name: string): Promise<void> {
    const url = new URL(await this.database.urlOf(service));
    if (this.of(service).length === 0) url.port = String(this.lanes.get(service)?.port);
    const replica = await Replica.start(name, `${this.bundles}/${service}.js`, {
      ...(await this.settingsOf(service)),
      DATABASE_URL: url.href,
      ...(name === workerApart && this.browserApart?.settings),
    });
    this.replicas.set(service, [...this.of(service), replica]);
  }

  private async startBrowserApart(): Promise<void> {
    const { bundles, browser } = this;
    if (bundles !== newest) return;
    const apart = await BrowserApart.start(`${bundles}/public-api/browser.js`, browser.executable);
    this.defer(() => apart.close());
    this.browserApart = apart;
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
