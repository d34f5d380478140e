import {
  claimsNamespace,
  databaseUrl,
  httpUrl,
  mailFrom,
  port,
  readSettings,
  type Settings,
} from '@governance/config';

const schema = {
  PUBLIC_PORT: port().default(3000),
  PLATFORM_PORT: port().default(3001),
  IDENTITY_PORT: port().default(3002),
  UPSTREAM_PORT: port().default(3003),
  FIRST_WITNESS_PORT: port().default(3004),
  SECOND_WITNESS_PORT: port().default(3005),
  MAILBOX_PORT: port().default(8025),
  SMTP_PORT: port().default(1025),
  DATABASE_PORT: port().optional(),
  DATABASE_URL: databaseUrl().optional(),
  PUBLIC_BASE_URL: httpUrl().optional(),
  PLATFORM_BASE_URL: httpUrl().optional(),
  OIDC_ISSUER: httpUrl().optional(),
  CLAIMS_NAMESPACE: claimsNamespace().default('https://governance.example/claims/'),
  MAIL_FROM: mailFrom().default('AI Governance Assessment <no-reply@example.com>'),
};

/** Settings for developers. Without `DATABASE_URL` the stack starts its own database. */
export type StackSettings = Settings<typeof schema> & {
  readonly PUBLIC_BASE_URL: string;
  readonly PLATFORM_BASE_URL: string;
  readonly OIDC_ISSUER: string;
};

/** @throws SettingsError that lists every problem. */
export function readStackSettings(env: Readonly<Record<string, string | undefined>>): StackSettings {
  const settings = readSettings(schema, env);
  return {
    ...settings,
    PUBLIC_BASE_URL: settings.PUBLIC_BASE_URL ?? `http://localhost:${settings.PUBLIC_PORT}`,
    PLATFORM_BASE_URL: settings.PLATFORM_BASE_URL ?? `http://localhost:${settings.PLATFORM_PORT}`,
    OIDC_ISSUER: settings.OIDC_ISSUER ?? `http://localhost:${settings.IDENTITY_PORT}`,
  };
}
