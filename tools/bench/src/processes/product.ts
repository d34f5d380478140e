import { createTestIssuerKeys, createTestKeyring, freePort, urlForProgram } from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { type Bench } from '../bench';
import { PinnedProgram, type PinnedProgramOptions } from './pinned-program';
import { productArguments } from './product-file';

export const publicBaseUrl = 'https://assess.example.org';
export const platformBaseUrl = 'https://api.example.org';
export const claimsNamespace = 'https://governance.example.org/claims/';

type Settings = Readonly<Record<string, string>>;

/** The programs of the product as they are deployed, logging to a file and with every limit on, on one database. */
export class Product {
  private constructor(
    private readonly bench: Bench,
    private readonly common: Settings,
    private readonly issuerKeys: Settings,
    private readonly databaseUrl: string,
  ) {}

  /** `databaseUrl` is of the owner; each program has its own role. `settings` hold for every program. */
  static on(bench: Bench, databaseUrl: string, settings: Settings = {}): Product {
    const keyring = createTestKeyring();
    const issuerKeys = createTestIssuerKeys();
    bench.defer(() => {
      keyring.remove();
      issuerKeys.remove();
    });
    const common = {
      ENVIRONMENT: 'development',
      LOG_LEVEL: 'info',
      KEYRING_FILE: keyring.file,
      PUBLIC_BASE_URL: publicBaseUrl,
      PLATFORM_BASE_URL: platformBaseUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      OIDC_ISSUER: 'http://127.0.0.1:9',
      IDENTITY_MANAGEMENT_TOKEN: randomBytes(32).toString('hex'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'certificates@example.org',
      ...settings,
    };
    return new Product(bench, common, { ISSUER_KEYS_FILE: issuerKeys.file }, databaseUrl);
  }

  get keyringFile(): string {
    return this.common.KEYRING_FILE ?? '';
  }

  get issuerKeysFile(): string {
    return this.issuerKeys.ISSUER_KEYS_FILE ?? '';
  }

  /** Starts a program such as `public-api/main`, and resolves when it is ready. */
  async start(
    program: `${'public-api' | 'platform-api' | 'identity-provider'}/${'main' | 'worker'}`,
    settings: Settings = {},
    core?: PinnedProgramOptions['core'],
  ): Promise<PinnedProgram> {
    const managementPort = await freePort();
    const port = settings.PORT ?? String(await freePort());
    const browser = process.env.BROWSER_EXECUTABLE;
    return PinnedProgram.start(this.bench, {
      name: program.replace('/', '-'),
      script: [...this.bench.parts.nodeArguments, ...productArguments(program)],
      env: {
        ...(browser !== undefined && { BROWSER_EXECUTABLE: browser }),
        DATABASE_URL: await urlForProgram(this.databaseUrl, program),
        ...this.common,
        ...(program.endsWith('/worker') && this.issuerKeys),
        PORT: port,
        MANAGEMENT_PORT: String(managementPort),
        ...settings,
      },
      readyUrl: `http://127.0.0.1:${managementPort}/health/ready`,
      origin: `http://127.0.0.1:${port}`,
      ...(core !== undefined && { core }),
    });
  }
}
