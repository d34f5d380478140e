import { type TokenSettings } from '@governance/auth-guards';
import {
  claimsNamespace,
  databaseUrl,
  environment,
  filePath,
  httpUrl,
  issuerUrl,
  linkUrl,
  logLevel,
  mailFrom,
  mailServerSettings,
  port,
  positiveInteger,
  readSettings,
  refuseWeakMail,
  type Settings,
  singleLine,
  trustProxy,
  type Variables,
} from '@governance/config';
import { certificateBudgetSettings } from '@governance/runtime';

/** Every setting of this app's programs. Only this file reads the environment. */
const addresses = {
  PUBLIC_BASE_URL: httpUrl().meta({
    description: 'where this surface is, as the outside sees it',
    example: 'https://assess.example.org',
  }),
  PLATFORM_BASE_URL: httpUrl().meta({
    description:
      'where the platform surface is, as the outside sees it: certificates carry this address for years',
    example: 'https://api.example.org',
  }),
};
const database = {
  DATABASE_URL: databaseUrl().meta({
    description: "the database, one for both surfaces, as the program's own role",
    example: 'postgres://governance_public_api:password@127.0.0.1:5432/governance',
  }),
};
/** Of `migrate` alone. */
const databaseOwner = {
  DATABASE_OWNER_URL: databaseUrl().meta({
    description: 'the database as the role that owns it',
    example: 'postgres://governance:password@127.0.0.1:5432/governance',
  }),
};
const keyring = {
  KEYRING_FILE: filePath().meta({
    description: 'the keys that seal personal data, made by `npm run keys -- init`',
    example: '/run/secrets/keyring.json',
  }),
};
/** Sealed values cannot be migrated without it. */
const keyringOfMigration = {
  KEYRING_FILE: filePath()
    .optional()
    .describe(
      'the keys that seal personal data: with them, addresses of earlier releases are brought into their canonical form',
    ),
};
/** Of the worker alone: whoever has these can issue certificates. */
const issuerKeys = {
  ISSUER_KEYS_FILE: filePath().meta({
    description:
      'the keys that sign certificates, made by `npm run issuer-keys -- init`; for the worker alone',
    example: '/run/secrets/issuer-keys.json',
  }),
};
/** Without an issuer every caller is anonymous. */
const tokens = {
  OIDC_ISSUER: issuerUrl()
    .optional()
    .describe('whose access tokens say who is calling; without one every caller is anonymous'),
  OIDC_JWKS_URI: httpUrl()
    .optional()
    .describe('where the keys of OIDC_ISSUER are; found by discovery if absent'),
  TOKEN_AUDIENCE: issuerUrl().optional().describe('what access tokens are for; PLATFORM_BASE_URL if absent'),
  CLAIMS_NAMESPACE: claimsNamespace()
    .optional()
    .describe('how the claims of ours begin in access tokens; needed with OIDC_ISSUER'),
};
const retention = {
  // A certificate is advised to be renewed after a year.
  PERSONAL_DATA_DAYS: positiveInteger()
    .default(365)
    .describe(
      'for how many days addresses and notes are kept; the same for all programs, because pages tell it',
    ),
};
/** What every page shows of the operator. */
const operator = {
  ISSUER_NAME: singleLine()
    .optional()
    .describe('the organization that issues the certificates, as pages show it'),
  CONTACT_URL: linkUrl().optional().describe('where people reach the operator; pages link to it'),
  PRIVACY_URL: linkUrl().optional().describe('the privacy policy; pages link to it'),
};
const common = {
  ENVIRONMENT: environment().default('production').describe('what kind of deployment this is'),
  LOG_LEVEL: logLevel().default('info').describe('how much is logged'),
  ...addresses,
  ...database,
  ...keyring,
};

const managementPort = 'where probes and metrics are; not for the outside';

export const apiSchema = {
  PORT: port().default(3000).describe('where the surface listens'),
  MANAGEMENT_PORT: port().default(9101).describe(managementPort),
  TRUST_PROXY: trustProxy()
    .default(0)
    .describe(
      'the proxies in front, by number or address: only their X-Forwarded-For says who the client is. Behind a proxy that is not named here everybody is one client, and shares its limits',
    ),
  RESEND_LIMIT: positiveInteger().default(5).describe('resends of one client within the window; over it 429'),
  RESEND_WINDOW_SECONDS: positiveInteger().default(900).describe('the window of RESEND_LIMIT'),
  ...operator,
  ...tokens,
  ...retention,
  ...common,
};
export const workerSchema = {
  MANAGEMENT_PORT: port().default(9100).describe(managementPort),
  ...mailServerSettings,
  MAIL_FROM: mailFrom().meta({
    description: 'the sender of certificates',
    example: 'AI Governance Assessment <certificates@example.org>',
  }),
  ...issuerKeys,
  BROWSER_EXECUTABLE: filePath()
    .optional()
    .describe(
      'the browser that draws certificates, or `bundled` for the one from npm; found by itself if absent',
    ),
  ...retention,
  ...certificateBudgetSettings,
  ...common,
};

/** Of the commands, by their names. */
export const commandSchemas = {
  migrate: { ...databaseOwner, ...keyringOfMigration },
  keys: keyring,
  'issuer-keys': issuerKeys,
  erase: { ...database, ...keyring },
  withdraw: { ...database, ...keyring },
};

export type ApiSettings = ReturnType<typeof readApiSettings>;
export type WorkerSettings = ReturnType<typeof readWorkerSettings>;

/** What certificates and mails name must be what the world can reach safely, and so must the keys of tokens be. */
const addressNames = ['PUBLIC_BASE_URL', 'PLATFORM_BASE_URL', 'OIDC_ISSUER', 'OIDC_JWKS_URI'] as const;

type Addresses = Readonly<Partial<Record<(typeof addressNames)[number], string | undefined>>>;

function refuseUnsafe(settings: Addresses & { readonly ENVIRONMENT?: string }): string[] {
  if (settings.ENVIRONMENT !== 'production') return [];
  return addressNames
    .filter((name) => settings[name]?.startsWith('http:'))
    .map((name) => `${name} must be an https URL in production`);
}

function refuseUnreadable({ OIDC_ISSUER, CLAIMS_NAMESPACE }: Partial<Settings<typeof tokens>>): string[] {
  const unreadable = OIDC_ISSUER !== undefined && CLAIMS_NAMESPACE === undefined;
  return unreadable ? ['CLAIMS_NAMESPACE is missing: tokens of OIDC_ISSUER cannot be read without it'] : [];
}

/** Whose tokens say who is calling; undefined when nobody's do. */
export function tokenSettingsOf(settings: ApiSettings): TokenSettings | undefined {
  const { OIDC_ISSUER: issuer, CLAIMS_NAMESPACE: namespace } = settings;
  if (issuer === undefined || namespace === undefined) return undefined;
  return {
    profile: { issuer, claimsNamespace: namespace, sessionClaims: [] },
    jwksUri: settings.OIDC_JWKS_URI,
    // spec 5.2.2
    audience: settings.TOKEN_AUDIENCE ?? settings.PLATFORM_BASE_URL,
  };
}

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readApiSettings(env: Variables = process.env) {
  return readSettings(apiSchema, env, (settings) => [
    ...refuseUnsafe(settings),
    ...refuseUnreadable(settings),
  ]);
}

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readWorkerSettings(env: Variables = process.env) {
  return readSettings(workerSchema, env, (settings) => [
    ...refuseUnsafe(settings),
    ...refuseWeakMail(settings),
  ]);
}

export function readMigrateSettings(env: Variables = process.env): {
  readonly DATABASE_OWNER_URL: string;
  readonly KEYRING_FILE: string | undefined;
} {
  return readSettings(commandSchemas.migrate, env);
}

export function readKeysSettings(env: Variables = process.env): { readonly KEYRING_FILE: string } {
  return readSettings(commandSchemas.keys, env);
}

export function readEraseSettings(env: Variables = process.env): {
  readonly DATABASE_URL: string;
  readonly KEYRING_FILE: string;
} {
  return readSettings(commandSchemas.erase, env);
}

export function readIssuerKeysSettings(env: Variables = process.env): { readonly ISSUER_KEYS_FILE: string } {
  return readSettings(commandSchemas['issuer-keys'], env);
}

export function readWithdrawSettings(env: Variables = process.env): {
  readonly DATABASE_URL: string;
  readonly KEYRING_FILE: string;
} {
  return readSettings(commandSchemas.withdraw, env);
}
