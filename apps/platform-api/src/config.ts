import {
  databaseUrl,
  environment,
  filePath,
  httpUrl,
  logLevel,
  port,
  readSettings,
} from '@governance/config';

/** Every setting of this app's programs. Only this file reads the environment. */
export const apiSchema = {
  PORT: port().default(3001).describe('where the surface listens'),
  MANAGEMENT_PORT: port().default(9102).describe('where probes and metrics are; not for the outside'),
  LOG_LEVEL: logLevel().default('info').describe('how much is logged'),
  ENVIRONMENT: environment().default('development').describe('what kind of deployment this is'),
  PUBLIC_BASE_URL: httpUrl().meta({
    description: 'where the public surface is, as the outside sees it',
    example: 'https://assess.example.org',
  }),
  DATABASE_URL: databaseUrl().meta({
    description: 'the database, one for both surfaces',
    example: 'postgres://governance:password@127.0.0.1:5432/governance',
  }),
  KEYRING_FILE: filePath().meta({
    description: 'the keys that seal personal data, made by `npm run keys -- init`',
    example: '/run/secrets/keyring.json',
  }),
};

export type ApiSettings = ReturnType<typeof readApiSettings>;

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readApiSettings() {
  return readSettings(apiSchema, process.env, ({ ENVIRONMENT, PUBLIC_BASE_URL }) =>
    ENVIRONMENT === 'production' && PUBLIC_BASE_URL?.startsWith('http:')
      ? ['PUBLIC_BASE_URL must be an https URL in production']
      : [],
  );
}
