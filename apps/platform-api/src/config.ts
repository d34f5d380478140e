import { databaseUrl, environment, filePath, httpUrl, port, readSettings } from '@governance/config';

/** Every setting of this app's programs. Only this file reads the environment. */
export const apiSchema = {
  PORT: port().default(3001),
  ENVIRONMENT: environment().default('development'),
  PUBLIC_BASE_URL: httpUrl(),
  DATABASE_URL: databaseUrl(),
  KEYRING_FILE: filePath(),
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
