import { databaseSettings, freePort, programFile, programSettings, type Settings } from '@governance/testing';
import { join } from 'node:path';
import { isRedirectUri } from '../../../apps/identity-provider/src/oauth/redirect-uri';
import { databaseOfProgram } from './program-database';
import { ProgramGroup, type ProgramGroupOptions } from './program-group';
import { type StackFiles } from './stack-files';
import { type StackSettings } from './stack-settings';
import { StackWitnesses } from './stack-witnesses';
import { watchArguments, type WatchedPrograms } from './watched-programs';

export interface StackProgramsOptions extends Omit<ProgramGroupOptions, 'dist'> {
  /** Of the workspace. */
  readonly root: string;
  readonly settings: StackSettings;
  readonly files: StackFiles;
  /** Of the owner; each program has its own role. */
  readonly databaseUrl: string;
  readonly smtpUrl: string;
  readonly managementToken: string;
  /** Of the upstream provider. */
  readonly upstreamIssuer: string;
  readonly watched: WatchedPrograms;
}

interface Service {
  readonly name: string;
  /** Such as `platform-api/worker`. */
  readonly program: string;
  /** Its HTTP address; a worker has none. */
  readonly port?: number;
}

/** The operators' commands of `npm run operate`. */
const operators = [
  'public-api/migrate',
  'public-api/keys',
  'public-api/issuer-keys',
  'public-api/log-key',
  'public-api/log-records',
  'public-api/withdraw',
  'public-api/erase',
  'platform-api/reconcile',
  'platform-api/org',
  'platform-api/issuer-doctor',
];

/** The programs of a stack, each with the same settings as in a deployment. */
export class StackPrograms {
  /** By the name of the service, such as `platform worker`. */
  readonly managementPorts: Record<string, number> = {};
  readonly witnesses: StackWitnesses;
  private readonly builders: ProgramGroup;
  private readonly surfaces: ProgramGroup;
  private readonly identity: ProgramGroup;
  private readonly upstream: ProgramGroup;
  /** In the order of their end: running requests of the surfaces may need the identity provider. */
  private readonly groups: readonly ProgramGroup[];

  constructor(private readonly options: StackProgramsOptions) {
    const { root, settings, files } = options;
    const groupOf = (dist: string): ProgramGroup => new ProgramGroup({ ...options, dist });
    const built = join(root, 'dist');
    this.builders = groupOf(root);
    [this.surfaces, this.identity, this.upstream] = [groupOf(built), groupOf(built), groupOf(built)];
    const witnesses = groupOf(built);
    this.witnesses = new StackWitnesses({ settings, files, group: witnesses });
    this.groups = [this.builders, this.surfaces, this.identity, this.upstream, witnesses];
  }

  /** The identity provider's management API, on this machine. */
  get managementUrl(): string {
    return local(this.options.settings.IDENTITY_PORT, '/management');
  }

  /** Creates missing schemas and keys. */
  async prepare(): Promise<void> {
    const { surfaces, identity, witnesses } = this;
    // The keys first: the migration converts encrypted rows of earlier releases.
    const logKey = this.run(surfaces, 'public-api/issuer-keys', 'init').then(() =>
      this.run(surfaces, 'public-api/log-key'),
    );
    await Promise.all([
      this.run(surfaces, 'public-api/keys', 'init').then(() => this.run(surfaces, 'public-api/migrate')),
      this.run(identity, 'identity-provider/keys', 'init').then(() =>
        this.run(identity, 'identity-provider/migrate'),
      ),
      logKey.then((key) => witnesses.prepare(key)),
    ]);
  }

  /** Resolves when every program answers. */
  async start(): Promise<void> {
    const { PUBLIC_PORT, PLATFORM_PORT, IDENTITY_PORT } = this.options.settings;
    const start = (...services: Service[]) =>
      Promise.all(services.map((service) => this.serve(this.surfaces, service)));
    const identity = { name: 'identity', program: 'identity-provider/main', port: IDENTITY_PORT };
    await Promise.all([
      this.startUpstream(),
      this.witnesses.start(),
      ...this.startBuilders(),
      start({ name: 'public worker', program: 'public-api/worker' }),
      // They call the identity provider at startup.
      this.serve(this.identity, identity).then(() =>
        start(
          { name: 'public', program: 'public-api/main', port: PUBLIC_PORT },
          { name: 'platform', program: 'platform-api/main', port: PLATFORM_PORT },
          { name: 'platform worker', program: 'platform-api/worker' },
        ),
      ),
    ]);
  }

  /** The settings of each operators' command, by its name: those of this stack. */
  async operatorSettings(): Promise<Readonly<Record<string, Settings>>> {
    const { databaseUrl: owner } = this.options;
    const settings = operators.map(async (program) => {
      // As for the services: as the owner if no login can be made.
      const database = await databaseSettings(owner, program).catch(() => ({ DATABASE_URL: owner }));
      return [program.split('/')[1] ?? '', { ...this.settingsOf(program), ...database }] as const;
    });
    return Object.fromEntries(await Promise.all(settings));
  }

  /** Writes what happened in an organization, which exists, before the first start. */
  async writeHistory(orgId: string): Promise<void> {
    const { databaseUrl, settings } = this.options;
    const loginOf = (program: string): Promise<string> => databaseOfProgram(databaseUrl, program);
    const database = {
      DATABASE_URL: await loginOf('platform-api/org'),
      PUBLIC_DATABASE_URL: await loginOf('public-api/main'),
      PLATFORM_DATABASE_URL: await loginOf('platform-api/main'),
      IDENTITY_DATABASE_URL: await loginOf('identity-provider/main'),
    };
    await this.surfaces.run({
      name: 'history',
      script: ['tools/dev-stack/history.js', orgId, settings.OIDC_ISSUER],
      env: { ...this.settingsOf('platform-api/org'), ...database },
    });
  }

  /** Shows all their output from now on. */
  listen(): void {
    for (const group of this.groups) group.listen();
  }

  async stop(): Promise<void> {
    for (const group of this.groups) await group.stop();
  }

  kill(): void {
    for (const group of this.groups) group.kill();
  }

  private run(group: ProgramGroup, program: string, ...args: string[]): Promise<string> {
    const { databaseUrl } = this.options;
    const owner = program.endsWith('/migrate') && { DATABASE_OWNER_URL: databaseUrl };
    const [file, ...first] = programFile(program);
    return group.run({
      name: program.split('/')[1] ?? '',
      script: [fileOf(file), ...first, ...args],
      env: { ...this.settingsOf(program), ...owner },
    });
  }

  private async serve(group: ProgramGroup, { name, program, port }: Service): Promise<void> {
    const management = await freePort();
    this.managementPorts[name] = management;
    const own = {
      DATABASE_URL: await databaseOfProgram(this.options.databaseUrl, program),
      MANAGEMENT_PORT: String(management),
      ...(port !== undefined && { PORT: String(port) }),
    };
    const health = port === undefined ? local(management, '/health/ready') : local(port, '/health');
    const debuggerPort = this.options.watched.get(program);
    await group.start(
      {
        name,
        nodeArguments: debuggerPort === undefined ? [] : watchArguments(debuggerPort),
        script: [fileOf(program)],
        env: { ...this.settingsOf(program), ...own },
      },
      health,
    );
  }

  /** One per project with watched programs: it rebuilds them when their source changes. */
  private startBuilders(): Promise<void>[] {
    const byProject = Map.groupBy(this.options.watched.keys(), (program) => program.split('/')[0] ?? '');
    return [...byProject].map(([project, programs]) =>
      this.builders.start({
        name: 'build',
        script: [
          'tools/build/build-project.mjs',
          `apps/${project}`,
          '--watch',
          ...programs.map((program) => program.slice(project.length + 1)),
        ],
      }),
    );
  }

  private startUpstream(): Promise<void> {
    const { settings, files, upstreamIssuer } = this.options;
    const env = { PORT: String(settings.UPSTREAM_PORT), UPSTREAM_FILE: files.upstream };
    const launch = { name: 'upstream', script: ['tools/dev-stack/upstream.js'] as [string], env };
    return this.upstream.start(launch, `${upstreamIssuer}/health`);
  }

  /** Without ports and database. */
  private settingsOf(program: string): Settings {
    const { settings, files, smtpUrl, managementToken } = this.options;
    const platformUrl = settings.PLATFORM_BASE_URL;
    const own = programSettings(program, {
      publicUrl: settings.PUBLIC_BASE_URL,
      platformUrl,
      issuer: settings.OIDC_ISSUER,
      claimsNamespace: settings.CLAIMS_NAMESPACE,
      managementToken,
      keyringFile: files.keyring,
      identityKeyringFile: files.identityKeyring,
      issuerKeysFile: files.issuerKeys,
      smtpUrl,
    });
    const mail = { SMTP_URL: smtpUrl, MAIL_FROM: settings.MAIL_FROM };
    const platform = {
      IDENTITY_PROVIDER: 'embedded',
      IDENTITY_MANAGEMENT_URL: this.managementUrl,
      DOCS_CLIENT_ID: 'docs',
    };
    if (program.startsWith('identity-provider/'))
      return { ...own, ...mail, ...docsClient(platformUrl), ...consoleClient(platformUrl) };
    return {
      ...own,
      ...mail,
      ...siteCookie(settings),
      ...(program.startsWith('platform-api/') && platform),
      ...(program === 'public-api/worker' && {
        AUDIT_MEMORY_FOLDER: files.auditMemory,
        CERTIFICATE_LOG_WITNESSES: files.witnessPolicy,
      }),
    };
  }
}

/** The client that signs users in on the page `/docs`. A provider has none for a page that it would not redirect to. */
function docsClient(platformUrl: string): Settings {
  const page = `${platformUrl}/docs/oauth2-redirect.html`;
  return isRedirectUri(page) ? { DOCS_REDIRECT_URIS: page } : {};
}

/** The client of the console, as for the page `/docs`. */
function consoleClient(platformUrl: string): Settings {
  const callback = `${platformUrl}/console/callback`;
  return isRedirectUri(callback) ? { CONSOLE_REDIRECT_URIS: callback } : {};
}

/** The site knows who is signed in to the console. Surfaces with different hosts need a domain, which their user sets. */
function siteCookie({ PUBLIC_BASE_URL, PLATFORM_BASE_URL }: StackSettings): Settings {
  const [site, platform] = [new URL(PUBLIC_BASE_URL), new URL(PLATFORM_BASE_URL)];
  const haveOneHost = site.hostname === platform.hostname && site.protocol === platform.protocol;
  return haveOneHost ? { SITE_COOKIE_DOMAIN: site.hostname } : {};
}

/** Below `dist`. */
function fileOf(program: string): string {
  return `apps/${program}.js`;
}

function local(port: number, path: string): string {
  return `http://localhost:${port}${path}`;
}
