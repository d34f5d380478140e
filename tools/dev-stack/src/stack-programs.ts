import { freePort } from '@governance/testing';
import { join } from 'node:path';
import { type ProcessRecord } from './process-record';
import { ProgramGroup } from './program-group';
import { type StackFiles } from './stack-files';
import { type StackSettings } from './stack-settings';
import { type Terminal } from './terminal';

export interface StackProgramsOptions {
  /** Of the workspace. */
  readonly root: string;
  readonly settings: StackSettings;
  readonly files: StackFiles;
  readonly terminal: Terminal;
  readonly record: ProcessRecord;
  /** What the programs inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends waiting. */
  readonly signal: AbortSignal;
  /** Called when a program ends that was not asked to. */
  readonly onEnd: (reason: Error) => void;
  readonly databaseUrl: string;
  readonly smtpUrl: string;
  readonly managementToken: string;
  /** Of the upstream provider. */
  readonly upstreamIssuer: string;
}

type Environment = Readonly<Record<string, string>>;

interface Service {
  readonly name: string;
  /** Below `dist`. */
  readonly file: string;
  /** Where it answers HTTP; a worker does not. */
  readonly port?: number;
  readonly env?: Environment;
}

/** The programs of a stack, each with the settings that it would have anywhere else. */
export class StackPrograms {
  private readonly upstream: ProgramGroup;
  private readonly identity: ProgramGroup;
  private readonly surfaces: ProgramGroup;

  constructor(private readonly options: StackProgramsOptions) {
    const { root, settings, files, env, databaseUrl, smtpUrl } = options;
    const dist = join(root, 'dist');
    const common = {
      ...env,
      ENVIRONMENT: 'development',
      DATABASE_URL: databaseUrl,
      CLAIMS_NAMESPACE: settings.CLAIMS_NAMESPACE,
    };
    const identity = { ...common, KEYRING_FILE: files.identityKeyring };
    const surfaces = {
      ...common,
      KEYRING_FILE: files.keyring,
      PUBLIC_BASE_URL: settings.PUBLIC_BASE_URL,
      PLATFORM_BASE_URL: settings.PLATFORM_BASE_URL,
      SMTP_URL: smtpUrl,
      MAIL_FROM: settings.MAIL_FROM,
      OIDC_ISSUER: settings.OIDC_ISSUER,
    };
    // Stands for somebody else's: it gets nothing of ours.
    this.upstream = new ProgramGroup({ ...options, dist, env });
    this.identity = new ProgramGroup({ ...options, dist, env: identity });
    this.surfaces = new ProgramGroup({ ...options, dist, env: surfaces });
  }

  /** Where the identity provider is managed, on this machine. */
  get managementUrl(): string {
    return local(this.options.settings.IDENTITY_PORT, '/management');
  }

  /** Makes the schemas and the keys; what is there already stays. */
  async prepare(): Promise<void> {
    const { surfaces, identity } = this;
    await Promise.all([
      prepare(surfaces, 'apps/public-api').then(() =>
        surfaces.run({
          name: 'issuer-keys',
          script: ['apps/public-api/issuer-keys.js', 'init'],
          env: this.issuerSettings(),
        }),
      ),
      prepare(identity, 'tools/identity-provider'),
    ]);
  }

  /** Resolves when every program answers. */
  async start(): Promise<void> {
    const { PUBLIC_PORT, PLATFORM_PORT, IDENTITY_PORT } = this.options.settings;
    const start = (...services: Service[]) =>
      Promise.all(services.map((service) => serve(this.surfaces, service)));
    const identity = serve(this.identity, {
      name: 'identity',
      file: 'tools/identity-provider/main.js',
      port: IDENTITY_PORT,
      env: this.identitySettings(),
    });
    const env = this.platformSettings();
    await Promise.all([
      this.startUpstream(),
      start(
        { name: 'public', file: 'apps/public-api/main.js', port: PUBLIC_PORT },
        { name: 'public worker', file: 'apps/public-api/worker.js', env: this.issuerSettings() },
      ),
      // They ask the identity provider from their first moment on.
      identity.then(() =>
        start(
          { name: 'platform', file: 'apps/platform-api/main.js', port: PLATFORM_PORT, env },
          { name: 'platform worker', file: 'apps/platform-api/worker.js', env },
        ),
      ),
    ]);
  }

  /** Shows everything they say from now on. */
  listen(): void {
    this.upstream.listen();
    this.identity.listen();
    this.surfaces.listen();
  }

  /** The surfaces first: what they have under way may need the identity provider. */
  async stop(): Promise<void> {
    await this.surfaces.stop();
    await this.identity.stop();
    await this.upstream.stop();
  }

  kill(): void {
    for (const group of [this.surfaces, this.identity, this.upstream]) group.kill();
  }

  private startUpstream(): Promise<void> {
    const { settings, files, upstreamIssuer } = this.options;
    const env = { PORT: String(settings.UPSTREAM_PORT), UPSTREAM_FILE: files.upstream };
    const launch = { name: 'upstream', script: ['tools/dev-stack/upstream.js'] as [string], env };
    return this.upstream.start(launch, `${upstreamIssuer}/health`);
  }

  private issuerSettings(): Environment {
    return { ISSUER_KEYS_FILE: this.options.files.issuerKeys };
  }

  private platformSettings(): Environment {
    return {
      IDENTITY_PROVIDER: 'embedded',
      IDENTITY_MANAGEMENT_URL: this.managementUrl,
      IDENTITY_MANAGEMENT_TOKEN: this.options.managementToken,
    };
  }

  private identitySettings(): Environment {
    const { settings, managementToken } = this.options;
    return {
      ISSUER: settings.OIDC_ISSUER,
      API_URL: settings.PLATFORM_BASE_URL,
      MANAGEMENT_TOKEN: managementToken,
    };
  }
}

function local(port: number, path: string): string {
  return `http://localhost:${port}${path}`;
}

async function prepare(group: ProgramGroup, folder: string): Promise<void> {
  await group.run({ name: 'migrate', script: [`${folder}/migrate.js`] });
  await group.run({ name: 'keys', script: [`${folder}/keys.js`, 'init'] });
}

async function serve(group: ProgramGroup, { name, file, port, env }: Service): Promise<void> {
  const management = await freePort();
  const ports = { MANAGEMENT_PORT: String(management), ...(port !== undefined && { PORT: String(port) }) };
  const health = port === undefined ? local(management, '/health/ready') : local(port, '/health');
  await group.start({ name, script: [file], env: { ...env, ...ports } }, health);
}
