import {
  databaseSettings,
  defaultSetup,
  freeOrigin,
  programSettings,
  type Settings,
} from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { type Bench } from '../bench';
import { nodeCommand, Program, type ProgramOptions } from './program';

export const { publicUrl: publicBaseUrl, platformUrl: platformBaseUrl } = defaultSetup;

/** As docker/Dockerfile sets it for every image: CPU and memory depend on it. */
export const nodeOptions = '--max-semi-space-size=16';

export const managementToken = randomBytes(32).toString('hex');

export interface ProductOptions extends Pick<ProgramOptions, 'cores' | 'group'> {
  readonly databaseUrl: string;
  readonly settings?: Settings;
}

/** The settings of a program with its own database role; by default nothing listens at its issuer. */
async function settingsOf(
  { setup }: Bench,
  program: string,
  { databaseUrl, settings }: Pick<ProductOptions, 'databaseUrl' | 'settings'>,
): Promise<Settings> {
  const { keyringFile, issuerKeysFile } = setup;
  const files = { keyringFile, identityKeyringFile: keyringFile, issuerKeysFile };
  return {
    ...programSettings(program, { ...defaultSetup, ...files, issuer: 'http://127.0.0.1:9', managementToken }),
    ...(await databaseSettings(databaseUrl, program)),
    ...settings,
  };
}

/** Starts a program of a deploy bundle, with every limit on. */
export async function startProduct(
  bench: Bench,
  program: `${'public-api' | 'platform-api' | 'identity-provider'}/${'main' | 'worker'}`,
  { cores, group, ...options }: ProductOptions,
): Promise<Program> {
  const [origin, probes] = [await freeOrigin(), await freeOrigin()];
  const env = {
    NODE_OPTIONS: nodeOptions,
    LOG_LEVEL: 'info',
    PORT: new URL(origin).port,
    MANAGEMENT_PORT: new URL(probes).port,
    ...(await settingsOf(bench, program, options)),
  };
  return Program.start(bench, {
    command: nodeCommand(`deploy/${program}.js`),
    env,
    readyUrl: `${probes}/health/ready`,
    origin: `http://127.0.0.1:${env.PORT}`,
    ...(cores && { cores }),
    group,
  });
}
