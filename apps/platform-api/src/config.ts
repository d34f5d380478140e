import {
  crossOriginSettings,
  databaseUrl,
  environment,
  filePath,
  httpUrl,
  integerOfAtLeast,
  issuerSettings,
  issuerUrl,
  listOf,
  logLevel,
  mailFrom,
  mailServerSettings,
  managementToken,
  port,
  positiveInteger,
  readSettings,
  refuseInsecureOrigins,
  refuseManagedWithoutMachines,
  refuseSiteCookieDomain,
  refuseUnusableIssuers,
  refuseWeakMail,
  requestLimitSettings,
  type Settings,
  singleLine,
  siteCookieSettings,
  tracingSettings,
  trustProxy,
  type Variables,
} from '@governance/config';
import { defaultAuditDays, fewestAuditDays } from '@governance/iam';
import { invitationBudgetSettings } from '@governance/runtime';
import { refuseConsole } from './console-issuer';
import { endpointGroups, liveGroupsOf, managingGroup } from './endpoint-groups';
import { managementTokenText, providerSettings, refuseProvider, refuseUnmanaged } from './provider-settings';

/** Every setting of this app's programs. Only this file reads the environment. */
const identityProvider = {
  OIDC_ISSUER: issuerUrl().meta({
    description: 'the issuer that IDENTITY_PROVIDER manages; its access tokens are accepted',
    example: 'https://identity.example.org',
  }),
  ...providerSettings,
};
const common = {
  LOG_LEVEL: logLevel().default('info').describe('the lowest level that is logged'),
  ENVIRONMENT: environment().default('production').describe('the kind of deployment'),
  DATABASE_URL: databaseUrl().meta({
    description: "the database, one for both surfaces, as the program's own role",
    example: 'postgres://governance_platform_api:password@127.0.0.1:5432/governance',
  }),
  KEYRING_FILE: filePath().meta({
    description: 'the keys that seal personal data, made by `npm run operate -- keys init`',
    example: '/run/secrets/keyring.json',
  }),
  ...identityProvider,
};

const managementPort = 'the port of probes and metrics; do not expose it';

const publicBaseUrl = httpUrl().meta({
  description: 'the public URL of the public surface',
  example: 'https://assess.example.org',
});

export const apiSchema = {
  PORT: port().default(3001).describe('the port of the surface'),
  MANAGEMENT_PORT: port().default(9102).describe(managementPort),
  PUBLIC_BASE_URL: publicBaseUrl,
  PLATFORM_BASE_URL: httpUrl().meta({
    description: 'the public URL of this surface',
    example: 'https://api.example.org',
  }),
  ...issuerSettings,
  TRUST_PROXY: trustProxy()
    .default(0)
    .describe(
      'the trusted proxies, by number or address: only their X-Forwarded-For determines the client address, which the allowed networks of credentials are compared with',
    ),
  ...crossOriginSettings,
  ...requestLimitSettings,
  ...tracingSettings,
  DOCS_CLIENT_ID: singleLine()
    .optional()
    .describe(
      'the public OAuth client for signing in on the page /docs; without one, users enter an id there',
    ),
  PLATFORM_LIVE: listOf(...endpointGroups)
    .optional()
    .describe('the live endpoint groups; by default all in development and none elsewhere, if empty none'),
  CONSOLE_CLIENT_ID: singleLine()
    .default('console')
    .describe('the OAuth client with which the console signs users in'),
  CONSOLE_CLIENT_SECRET: singleLine()
    .optional()
    .describe('the secret of that client; without one, the client is public'),
  ...siteCookieSettings,
  CONSOLE_ISSUER: issuerUrl()
    .optional()
    .describe(
      'the issuer at which users sign in to the console; by default OIDC_ISSUER, or the first of people in OIDC_ISSUERS_FILE',
    ),
  CONSOLE_ISSUER_URL: httpUrl()
    .optional()
    .describe('where the console reaches that issuer; by default at its own URL, as browsers do'),
  CONSOLE_SCOPE: singleLine()
    .default('openid profile email offline_access api:full:read api:full:write')
    .describe('what the console requests at that issuer; leave out scopes that the issuer refuses'),
  CREDENTIALS_PER_ORGANIZATION: positiveInteger()
    .default(1_000)
    .describe('the most M2M credentials and unused service identities an organization may have'),
  CLIENTS_PER_ORGANIZATION: positiveInteger()
    .default(10_000)
    .describe('the most clients an organization may have'),
  RESULTS_PER_ORGANIZATION: positiveInteger()
    .default(100_000)
    .describe('the most assessment results an organization may attach'),
  DATABASE_READ_URL: databaseUrl()
    .optional()
    .describe(
      'a standby of the database, with the same role: answers verification and lists of audit events while it is less than five seconds behind',
    ),
  IDENTITY_MANAGEMENT_TOKEN: managementToken()
    .optional()
    .meta(
      managementTokenText('required while org.campaigns, or a group of iam other than iam.audit, is live'),
    ),
  ...common,
};
/** The identity provider knows for another day which of them were accepted. */
const longestExpired = 30;

export const workerSchema = {
  MANAGEMENT_PORT: port().default(9104).describe(managementPort),
  PUBLIC_BASE_URL: publicBaseUrl,
  RECONCILE_SECONDS: positiveInteger()
    .default(5)
    .describe('the interval at which unfinished credential changes are settled'),
  AUDIT_RETENTION_DAYS: integerOfAtLeast(fewestAuditDays)
    .default(defaultAuditDays)
    .describe('the days for which audit events are kept'),
  IDENTITY_MANAGEMENT_TOKEN: managementToken()
    .optional()
    .meta(managementTokenText('required if IDENTITY_PROVIDER is embedded')),
  ...tracingSettings,
  ...mailServerSettings,
  MAIL_FROM: mailFrom().meta({
    description: 'the sender of invitations, expiry notices and campaigns',
    example: 'AI Governance <invitations@example.org>',
  }),
  ...invitationBudgetSettings,
  EXPIRED_INVITATION_DAYS: positiveInteger()
    .default(longestExpired)
    .describe(`the days for which expired invitations stay in the list, at most ${longestExpired}`),
  ...common,
};
/** Of the command that does the worker's work once. */
export const reconcileSchema = {
  IDENTITY_MANAGEMENT_TOKEN: workerSchema.IDENTITY_MANAGEMENT_TOKEN,
  ...common,
};

/** Of the command that creates and rotates the keyring. */
export const keysSchema = { KEYRING_FILE: common.KEYRING_FILE };

/** Of the command that examines a token: the settings of the server that decide about tokens. */
export const doctorSchema = {
  PLATFORM_BASE_URL: apiSchema.PLATFORM_BASE_URL,
  OIDC_ISSUER: identityProvider.OIDC_ISSUER,
  ENVIRONMENT: common.ENVIRONMENT,
  ...issuerSettings,
};

export type ApiSettings = Settings<typeof apiSchema>;
export type WorkerSettings = Settings<typeof workerSchema>;
export type ReconcileSettings = Settings<typeof reconcileSchema>;

export function readApiSettings(env: Variables = process.env): ApiSettings {
  // For other settings an empty text counts as absent; for this one it means that no group is live.
  const nothing = env.PLATFORM_LIVE === '' ? { PLATFORM_LIVE: [] } : {};
  const settings = readSettings(apiSchema, env, (given) => [
    ...refuseUnsafe(given),
    ...refuseInsecureOrigins(given),
    ...refuseUnusableIssuers(given),
    ...refuseManagedWithoutMachines(given),
    ...refuseSiteCookieDomain(given),
    ...refuseLive({ ...given, ...nothing }),
  ]);
  return { ...settings, ...nothing };
}

export function readWorkerSettings(env: Variables = process.env): WorkerSettings {
  return readSettings(workerSchema, env, (settings) => [
    ...refuseUnsafe(settings),
    ...refuseProvider(settings),
    ...refuseWeakMail(settings),
    ...refuseLateRemoval(settings),
  ]);
}

export function readReconcileSettings(env: Variables = process.env): ReconcileSettings {
  return readSettings(reconcileSchema, env, (settings) => [
    ...refuseUnsafe(settings),
    ...refuseProvider(settings),
  ]);
}

export function readKeysSettings(env: Variables = process.env): Settings<typeof keysSchema> {
  return readSettings(keysSchema, env);
}

export function readDoctorSettings(env: Variables = process.env): Settings<typeof doctorSchema> {
  return readSettings(doctorSchema, env, (settings) => [
    ...refuseUnsafe(settings),
    ...refuseUnusableIssuers(settings),
    ...refuseManagedWithoutMachines(settings),
  ]);
}

const addressNames = [
  'PUBLIC_BASE_URL',
  'PLATFORM_BASE_URL',
  'OIDC_ISSUER',
  'OIDC_JWKS_URI',
  'CONSOLE_ISSUER',
  'CONSOLE_ISSUER_URL',
  'IDENTITY_MANAGEMENT_URL',
  'KEYCLOAK_URL',
] as const;

type Addresses = Readonly<Partial<Record<(typeof addressNames)[number], string | undefined>>>;

function refuseUnsafe(settings: Addresses & { readonly ENVIRONMENT?: string }): string[] {
  if (settings.ENVIRONMENT !== 'production') return [];
  return addressNames
    .filter((name) => settings[name]?.startsWith('http:'))
    .map((name) => `${name} must be an https URL in production`);
}

function refuseLateRemoval({ EXPIRED_INVITATION_DAYS: days = 0 }: Partial<WorkerSettings>): string[] {
  return days > longestExpired ? [`EXPIRED_INVITATION_DAYS must be at most ${longestExpired}`] : [];
}

function refuseLive(settings: Partial<ApiSettings>): string[] {
  const live = liveGroupsOf(settings);
  const managing = managingGroup(live);
  return [
    ...(managing === undefined ? [] : refuseProvider(settings, `: ${managing} is live`)),
    ...refuseUnmanaged(settings, live),
    ...(live.has('console') ? refuseConsole(settings, live) : []),
  ];
}
