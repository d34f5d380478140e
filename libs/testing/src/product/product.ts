import { randomBytes } from 'node:crypto';
import { BuiltProgram } from '../built-program';
import { freePort } from '../free-port';
import { databaseSettings } from '../role-login';
import { runSql } from '../run-sql';
import { createTestDatabase } from '../test-database';
import { createTestIssuerKeys } from '../test-issuer-keys';
import { createTestKeyring } from '../test-keyring';
import { until } from '../until';
import { ManagementClient } from './management-client';
import { programFile } from './program-file';
import { defaultSetup, type ProductSetup, programSettings } from './program-settings';
import { Replica, type Settings } from './replica';

export interface ProductOptions extends Partial<ProductSetup> {
  /**
   * With the login of the owner and both schemas; each program has its own role. By default a new one. A function gives that
   * of a server which others replace.
   */
  readonly databaseUrl?: string | (() => string);
  /** What a program gets in addition to `programSettings`. */
  readonly extra?: (program: string) => Settings;
  /** The file of a program, below `dist` or absolute; by default as built. */
  readonly fileOf?: (program: string) => string;
}

/** The programs as they ship, on one database, each started when it is needed; disposing ends all of them. */
export class Product extends AsyncDisposableStack {
  /** Those that serve or work until they are stopped. */
  readonly replicas: Replica[] = [];
  private readonly commands: BuiltProgram[] = [];

  private constructor(
    private readonly ownerUrl: string | (() => string),
    readonly setup: ProductSetup,
    private readonly options: Pick<ProductOptions, 'extra' | 'fileOf'>,
  ) {
    super();
  }

  static async open({ databaseUrl, extra, fileOf, ...given }: ProductOptions = {}): Promise<Product> {
    await using resources = new AsyncDisposableStack();
    const keep = <Kept extends { remove: () => void }>(made: Kept): Kept =>
      resources.adopt(made, () => {
        made.remove();
      });
    const setup = {
      ...defaultSetup,
      issuer: await freeOrigin(),
      managementToken: randomBytes(32).toString('hex'),
      keyringFile: given.keyringFile ?? keep(createTestKeyring()).file,
      identityKeyringFile: given.identityKeyringFile ?? keep(createTestKeyring()).file,
      issuerKeysFile: given.issuerKeysFile ?? keep(createTestIssuerKeys()).file,
      ...given,
    };
    const url = databaseUrl ?? resources.adopt(await newDatabase(), (database) => database.drop()).url;
    const product = new Product(url, setup, { ...(extra && { extra }), ...(fileOf && { fileOf }) });
    product.use(resources.move());
    product.defer(async () => {
      await Promise.all(product.processes.map((program) => program.kill()));
    });
    return product;
  }

  /** With the login of the owner. */
  get databaseUrl(): string {
    return typeof this.ownerUrl === 'string' ? this.ownerUrl : this.ownerUrl();
  }

  /** Every process, also those that have ended. */
  get processes(): readonly BuiltProgram[] {
    return [...this.replicas.flatMap(({ processes }) => processes), ...this.commands];
  }

  /** Of a program such as `platform-api/worker`, without its ports. */
  async settingsOf(program: string): Promise<Settings> {
    const own = { ...programSettings(program, this.setup), ...this.options.extra?.(program) };
    return { ...own, ...(await databaseSettings(this.databaseUrl, program)) };
  }

  /** Not yet started, at its own address if that is on this machine. */
  async replica(program: string, settings: Settings = {}): Promise<Replica> {
    const own = { ...this.portOf(program), ...(await this.settingsOf(program)), ...settings };
    const replica = await Replica.create(program, this.fileOf(program), own);
    this.replicas.push(replica);
    return replica;
  }

  /** Resolves when the program has started. */
  async start(program: string, settings: Settings = {}): Promise<Replica> {
    const replica = await this.replica(program, settings);
    await replica.launch().started();
    return replica;
  }

  /** Starts a command. */
  async launch(
    program: string,
    args: readonly string[] = [],
    settings: Settings = {},
  ): Promise<BuiltProgram> {
    const own = { ...(await this.settingsOf(program)), ...settings };
    const [file, ...first] = programFile(program);
    const command = new BuiltProgram(this.fileOf(file), own, [...first, ...args]);
    this.commands.push(command);
    return command;
  }

  /** Runs a command to its end. Resolves to what it prints. @throws if it fails. */
  async run(program: string, args: readonly string[] = [], settings: Settings = {}): Promise<string> {
    const { code, stdout, stderr } = await (await this.launch(program, args, settings)).ended;
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return stdout.trim();
  }

  get management(): ManagementClient {
    return new ManagementClient(this.setup.issuer, this.setup.managementToken);
  }

  /** An access token of a user who has just signed in with a second factor, unless the options of `dev-token` differ. */
  tokenOf(email: string, ...options: readonly string[]): Promise<string> {
    return this.run('identity-provider/dev-token', ['--user', email, ...options]);
  }

  /** Adds the audit events of an organization to its tree now, as a worker does every day, and waits for the signature. */
  async sealAudit(orgId: string): Promise<void> {
    await this.run('platform-api/org', ['seal-audit', orgId]);
    const unsigned = 'SELECT FROM audit_tree_heads WHERE org_id = $1 AND jws IS NULL';
    await until(async () => (await this.sql(unsigned, [orgId])).length === 0);
  }

  /** As the owner. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
    return runSql(this.databaseUrl, text, values);
  }

  private fileOf(program: string): string {
    return this.options.fileOf?.(program) ?? `apps/${program}.js`;
  }

  private portOf(program: string): Settings {
    const { publicUrl, platformUrl, issuer } = this.setup;
    const addresses: Readonly<Record<string, string>> = {
      'public-api/main': publicUrl,
      'platform-api/main': platformUrl,
      'identity-provider/main': issuer,
    };
    const { hostname, port: PORT } = new URL(addresses[program] ?? publicUrl);
    return program in addresses && hostname === '127.0.0.1' ? { PORT } : {};
  }
}

/** An origin of this machine on which nothing listens yet. */
export async function freeOrigin(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

const newDatabase = (): ReturnType<typeof createTestDatabase> => createTestDatabase({ migrate: migrateBoth });

async function migrateBoth(url: string): Promise<void> {
  for (const app of ['public-api', 'identity-provider']) {
    const { code, stdout } = await new BuiltProgram(`apps/${app}/migrate.js`, { DATABASE_OWNER_URL: url })
      .ended;
    if (code !== 0) throw new Error(`the schema was not migrated: ${stdout}`);
  }
}
