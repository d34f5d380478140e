import {
  databaseUrl,
  environment,
  filePath,
  httpUrl,
  mailFrom,
  port,
  readSettings,
  smtpUrl,
} from '@governance/config';

/** Every setting of this app's programs. Only this file reads the environment. */
const addresses = { PUBLIC_BASE_URL: httpUrl(), PLATFORM_BASE_URL: httpUrl() };
const database = { DATABASE_URL: databaseUrl() };
const keyring = { KEYRING_FILE: filePath() };
const common = { ENVIRONMENT: environment().default('development'), ...addresses, ...database, ...keyring };

export const apiSchema = { PORT: port().default(3000), ...common };
export const workerSchema = {
  MANAGEMENT_PORT: port().default(9100),
  SMTP_URL: smtpUrl(),
  MAIL_FROM: mailFrom(),
  BROWSER_EXECUTABLE: filePath().optional(),
  ...common,
};

export type ApiSettings = ReturnType<typeof readApiSettings>;
export type WorkerSettings = ReturnType<typeof readWorkerSettings>;

/** What certificates and mails name must be what the world can reach safely. */
function refuseUnsafe(settings: {
  readonly ENVIRONMENT?: string;
  readonly PUBLIC_BASE_URL?: string;
  readonly PLATFORM_BASE_URL?: string;
}): string[] {
  if (settings.ENVIRONMENT !== 'production') return [];
  return (['PUBLIC_BASE_URL', 'PLATFORM_BASE_URL'] as const)
    .filter((name) => settings[name]?.startsWith('http:'))
    .map((name) => `${name} must be an https URL in production`);
}

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readApiSettings() {
  return readSettings(apiSchema, process.env, refuseUnsafe);
}

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readWorkerSettings() {
  return readSettings(workerSchema, process.env, refuseUnsafe);
}

export function readMigrateSettings(): { readonly DATABASE_URL: string } {
  return readSettings(database, process.env);
}

export function readKeysSettings(): { readonly KEYRING_FILE: string } {
  return readSettings(keyring, process.env);
}
