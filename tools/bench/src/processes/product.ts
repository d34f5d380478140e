import { freePort, urlForProgram } from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { type Bench } from '../bench';
import { Program, type ProgramOptions, type Settings } from './program';

export const publicBaseUrl = 'https://assess.example.org';
export const platformBaseUrl = 'https://api.example.org';
export const claimsNamespace = 'https://governance.example.org/claims/';

/** As docker/Dockerfile sets it for every image: CPU and memory depend on it. */
export const nodeOptions = '--max-semi-space-size=16';

export const managementToken = randomBytes(32).toString('hex');

export interface ProductOptions extends Pick<ProgramOptions, 'cores'> {
  readonly databaseUrl: string;
  readonly settings?: Settings;
}

/** Starts a program of a deploy bundle, with every limit on and its own database role. */
export async function startProduct(
  bench: Bench,
  program: `${'public-api' | 'platform-api' | 'identity-provider'}/${'main' | 'worker'}`,
  { databaseUrl, settings = {}, ...rest }: ProductOptions,
): Promise<Program> {
  const port = settings.PORT ?? String(await freePort());
  const managementPort = String(await freePort());
  return Program.start(bench, {
    file: `deploy/${program}.js`,
    env: {
      NODE_OPTIONS: nodeOptions,
      ENVIRONMENT: 'development',
      LOG_LEVEL: 'info',
      DATABASE_URL: await urlForProgram(databaseUrl, program),
      KEYRING_FILE: bench.setup.keyringFile,
      ...(program.endsWith('/worker') && { ISSUER_KEYS_FILE: bench.setup.issuerKeysFile }),
      PUBLIC_BASE_URL: publicBaseUrl,
      PLATFORM_BASE_URL: platformBaseUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      OIDC_ISSUER: 'http://127.0.0.1:9',
      IDENTITY_MANAGEMENT_TOKEN: managementToken,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'certificates@example.org',
      PORT: port,
      MANAGEMENT_PORT: managementPort,
      ...settings,
    },
    readyUrl: `http://127.0.0.1:${managementPort}/health/ready`,
    origin: `http://127.0.0.1:${port}`,
    ...rest,
  });
}
