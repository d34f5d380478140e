import {
  claimsNamespace,
  databaseUrl,
  environment,
  type Field,
  filePath,
  httpUrl,
  logLevel,
  mailFrom,
  mailServerSettings,
  managementToken,
  port,
  positiveInteger,
  readSettings,
  refuseWeakMail,
  requestLimitSettings,
  type Settings,
  singleLine,
  tracingSettings,
  trustProxy,
  type Variables,
} from '@governance/config';

import { isRedirectUri } from './oauth/redirect-uri';

/** Every setting of the identity provider's programs. Only this file reads the environment. */
const database = {
  DATABASE_URL: databaseUrl().meta({
    description: "the database, as the provider's own role; only the provider uses the schema `identity`",
    example: 'postgres://governance_identity:password@127.0.0.1:5432/governance',
  }),
};
/** Only for `migrate`. */
const databaseOwner = {
  DATABASE_OWNER_URL: databaseUrl().meta({
    description: 'the database as the role that owns the schema `identity`',
    example: 'postgres://identity:password@127.0.0.1:5432/governance',
  }),
};
const keyring = {
  KEYRING_FILE: filePath().meta({
    description: "the identity provider's own keys, separate from those of the surfaces",
    example: '/run/secrets/identity-keyring.json',
  }),
};

export const serverSchema = {
  PORT: port().default(3002).describe('the port on which the provider listens'),
  MANAGEMENT_API_PORT: port()
    .optional()
    .describe(
      'a port of its own for `/management`, which then exists on no other port; if absent, `/management` is on PORT',
    ),
  MANAGEMENT_PORT: port().default(9103).describe('the port for probes and metrics; do not expose it'),
  LOG_LEVEL: logLevel().default('info').describe('the minimum level of log messages'),
  ...tracingSettings,
  ENVIRONMENT: environment().default('production').describe('the type of deployment'),
  ISSUER: origin().meta({
    description: 'the public origin of the provider: the `iss` of every token',
    example: 'https://login.example.org',
  }),
  API_URL: httpUrl().meta({
    description: 'the platform surface: the audience of every token',
    example: 'https://api.example.org',
  }),
  CLAIMS_NAMESPACE: claimsNamespace().meta({
    description: "the prefix of our own claims in users' tokens, the same as on the platform surface",
    example: 'https://api.example.org/claims/',
  }),
  TRUST_PROXY: trustProxy().default(0).describe('the proxies whose `X-Forwarded-For` header is trusted'),
  ...requestLimitSettings,
  WEBSITE_REDIRECT_URIS: redirectUris().default([]).meta({
    description:
      'the redirect URIs of the client `website`, separated by commas; if absent, the client does not exist',
    example: 'https://assess.example.org/callback',
  }),
  CONSOLE_REDIRECT_URIS: redirectUris().default([]).meta({
    description:
      'the redirect URIs of the client `console`, separated by commas; if absent, the client does not exist',
    example: 'https://console.example.org/callback',
  }),
  DOCS_REDIRECT_URIS: redirectUris().default([]).meta({
    description:
      'the redirect URIs of the client `docs`, with which users sign in on the page /docs of the platform surface, separated by commas; if absent, the client does not exist',
    example: 'https://api.example.org/docs/oauth2-redirect.html',
  }),
  MANAGEMENT_TOKEN: managementToken().meta({
    description: 'the random token that the platform sends to `/management`',
    example: 'the output of: openssl rand -hex 32',
  }),
  CONNECTIONS_PER_ORGANIZATION: positiveInteger()
    .default(10)
    .describe('the most enterprise connections that the admins of an organization can add'),
  SIGNING_KEY_DAYS: positiveInteger().default(90).describe('the number of days for which a key signs tokens'),
  SMTP_URL: mailServerSettings.SMTP_URL.optional().meta({
    description:
      'the mail server, `smtps://` for TLS from the start, `smtp://` for STARTTLS; if absent, forgotten passwords cannot be reset',
    example: 'smtp://user:password@mail.example.org:587',
  }),
  SMTP_REQUIRE_TLS: mailServerSettings.SMTP_REQUIRE_TLS,
  MAIL_FROM: mailFrom().optional().meta({
    description: 'the sender of mails about accounts; required with SMTP_URL',
    example: 'AI Governance <accounts@example.org>',
  }),
  ...database,
  ...keyring,
};

/** The settings of each command, by name. */
export const commandSchemas = {
  migrate: databaseOwner,
  keys: keyring,
  'signing-keys': { ...database, ...keyring },
};

export type ServerSettings = ReturnType<typeof readServerSettings>;

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readServerSettings(env: Variables = process.env) {
  return readSettings(serverSchema, env, (settings) => [
    ...(settings.ENVIRONMENT === 'production' ? (['ISSUER', 'API_URL'] as const) : [])
      .filter((name) => settings[name]?.startsWith('http:'))
      .map((name) => `${name} must be an https URL in production`),
    ...refuseWeakMail(settings),
    ...refuseHalfMail(settings),
  ]);
}

/** The mail settings belong together: half of them is a mistake that would silently disable resets. */
function refuseHalfMail({
  SMTP_URL: url,
  MAIL_FROM: from,
}: {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}): string[] {
  if ((url === undefined) === (from === undefined)) return [];
  return [`${url === undefined ? 'SMTP_URL' : 'MAIL_FROM'} is missing: set both mail settings, or neither`];
}

export function readCommandSettings<Name extends keyof typeof commandSchemas>(
  name: Name,
  env: Variables = process.env,
): Settings<(typeof commandSchemas)[Name]> {
  return readSettings(commandSchemas[name], env);
}

/** @throws an error outside development: a program that signs any token on request must not run elsewhere. */
/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readDevTokenSettings() {
  if (process.env.ENVIRONMENT !== 'development') {
    throw new Error('Tokens are made by hand in development only: ENVIRONMENT is not "development".');
  }
  const { ISSUER, API_URL, CLAIMS_NAMESPACE } = serverSchema;
  return readSettings({ ISSUER, API_URL, CLAIMS_NAMESPACE, ...database, ...keyring }, process.env);
}

/** Endpoints have fixed paths below the origin, so it has no path. */
function origin(): Field<string> {
  return httpUrl().refine((text) => new URL(text).origin === text, 'must be an origin: no path');
}

/** Separated by commas; each is checked as in the management API. */
function redirectUris() {
  return singleLine()
    .refine(
      (text) => text.split(',').every((uri) => isRedirectUri(uri.trim())),
      'must be https URLs in plain form, or http ones of this machine, separated by commas',
    )
    .transform((text): readonly string[] => text.split(',').map((uri) => uri.trim()));
}
