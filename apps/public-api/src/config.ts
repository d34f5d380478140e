import { acceptedIssuersOf, type TokenSettings } from '@governance/auth-guards';
import {
  browserUrl,
  claimsNamespace,
  crossOriginSettings,
  databaseUrl,
  environment,
  filePath,
  httpUrl,
  issuerSettings,
  issuerUrl,
  linkUrl,
  logLevel,
  mailFrom,
  mailServerSettings,
  port,
  positiveInteger,
  readSettings,
  refuseInsecureOrigins,
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
import { certificateBudgetSettings } from '@governance/runtime';

/** Every setting of this app's programs. Only this file reads the environment. */
const addresses = {
  PUBLIC_BASE_URL: httpUrl().meta({
    description: 'the public URL of this surface',
    example: 'https://assess.example.org',
  }),
  PLATFORM_BASE_URL: httpUrl().meta({
    description: 'the public URL of the platform surface; certificates contain this address for years',
    example: 'https://api.example.org',
  }),
};
const database = {
  DATABASE_URL: databaseUrl().meta({
    description: "the database, one for both surfaces, as the program's own role",
    example: 'postgres://governance_public_api:password@127.0.0.1:5432/governance',
  }),
};
/** For `migrate` only. */
const databaseOwner = {
  DATABASE_OWNER_URL: databaseUrl().meta({
    description: 'the database as the role that owns it',
    example: 'postgres://governance:password@127.0.0.1:5432/governance',
  }),
};
const keyring = {
  KEYRING_FILE: filePath().meta({
    description: 'the keys that seal personal data, made by `npm run operate -- keys init`',
    example: '/run/secrets/keyring.json',
  }),
};
/** For the worker only: with these keys an attacker could issue certificates. */
const issuerKeys = {
  ISSUER_KEYS_FILE: filePath().meta({
    description:
      'the keys that sign certificates, made by `npm run operate -- issuer-keys init`; for the worker only',
    example: '/run/secrets/issuer-keys.json',
  }),
};
/** For the worker only, in a place that the owner of the database cannot change. */
const auditMemory = {
  AUDIT_MEMORY_FOLDER: filePath()
    .optional()
    .describe(
      'where the signer of audit tree heads remembers the last one of each organization: an existing folder outside of the database, which all workers share. Without it, a head is signed without comparison with the one before',
    ),
};
const logWitnesses = {
  CERTIFICATE_LOG_WITNESSES: filePath()
    .optional()
    .describe(
      'the witnesses of the certificate log, and how many of them must cosign a checkpoint before certificates are issued: a C2SP tlog-policy without lines for logs. Without it, only the log itself vouches for its history',
    ),
};
const browser = {
  BROWSER_EXECUTABLE: filePath()
    .optional()
    .describe(
      'the browser that renders certificates, or `bundled` for the one from npm; by default an installed browser, or else the bundled one',
    ),
};
/** Without an issuer every caller is anonymous. */
const tokens = {
  OIDC_ISSUER: issuerUrl()
    .optional()
    .describe('the issuer of callers’ access tokens; without one every caller is anonymous'),
  ...issuerSettings,
  CLAIMS_NAMESPACE: claimsNamespace()
    .optional()
    .describe('the prefix of our claims in access tokens; required with OIDC_ISSUER or OIDC_ISSUERS_FILE'),
};
const retention = {
  // Certificates advise renewal after a year.
  PERSONAL_DATA_DAYS: positiveInteger()
    .default(365)
    .describe(
      'the days for which addresses and notes are kept; the same for all programs, because pages state it',
    ),
};
/** What every page shows of the operator. */
const operator = {
  ISSUER_NAME: singleLine()
    .optional()
    .describe('the organization that issues the certificates, as pages show it'),
  CONTACT_URL: linkUrl()
    .optional()
    .describe(
      'where people reach the operator; pages and `security.txt` link to it. By default the postmaster of the host of PUBLIC_BASE_URL',
    ),
  PRIVACY_URL: linkUrl()
    .optional()
    .describe('the privacy policy; pages link to it. By default the page `/privacy` of this site'),
};
const common = {
  ENVIRONMENT: environment().default('production').describe('the kind of deployment'),
  LOG_LEVEL: logLevel().default('info').describe('the lowest level that is logged'),
  ...tracingSettings,
  ...addresses,
  ...database,
  ...keyring,
};

const managementPort = 'the port of probes and metrics; do not expose it';

export const apiSchema = {
  PORT: port().default(3000).describe('the port of the surface'),
  MANAGEMENT_PORT: port().default(9101).describe(managementPort),
  TRUST_PROXY: trustProxy()
    .default(0)
    .describe(
      'the trusted proxies, by number or address: only their X-Forwarded-For determines the client address. Behind a proxy that is not listed, all clients count as one and share its limits',
    ),
  ...crossOriginSettings,
  ...siteCookieSettings,
  ...requestLimitSettings,
  RESEND_LIMIT: positiveInteger()
    .default(5)
    .describe('resends allowed per client within the window; more are answered 429'),
  RESEND_WINDOW_SECONDS: positiveInteger().default(900).describe('the window of RESEND_LIMIT'),
  PDF_BUDGET_CLIENT_HOUR: positiveInteger()
    .default(60)
    .describe(
      'certificates an hour that one client may have made for download; more are answered 429. Stored ones do not count',
    ),
  PDF_BUDGET_TOTAL_HOUR: positiveInteger()
    .default(2_000)
    .describe('certificates an hour that are made for download in all; more are answered 503'),
  DATABASE_READ_URL: databaseUrl()
    .optional()
    .describe(
      'a standby of the database, with the same role: answers verification and lists of audit events while it is less than five seconds behind',
    ),
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
  ...auditMemory,
  ...logWitnesses,
  BROWSER_URL: browserUrl()
    .optional()
    .describe(
      'the program `browser`, which runs where no key is, as `ws://host:9222`; without it the worker starts a browser, which without its sandbox can read what the worker can',
    ),
  ...browser,
  ...retention,
  ...certificateBudgetSettings,
  ...common,
};
/** The program has no key, password or address. */
export const browserSchema = {
  PORT: port().default(9222).describe('the port of the debugging protocol; only the worker may reach it'),
  MANAGEMENT_PORT: port().default(9105).describe(managementPort),
  ...browser,
  BROWSER_CONNECTIONS: positiveInteger()
    .default(4)
    .describe('browsers at once, one for each connection of a worker; more are refused'),
  LOG_LEVEL: common.LOG_LEVEL,
};

/** The settings of the commands, by name. */
export const commandSchemas = {
  migrate: databaseOwner,
  keys: keyring,
  'issuer-keys': issuerKeys,
  'log-key': { ...issuerKeys, PUBLIC_BASE_URL: addresses.PUBLIC_BASE_URL },
  erase: { ...database, ...keyring },
  withdraw: { ...database, ...keyring },
  'log-records': { ...database, ...keyring },
};

export type ApiSettings = ReturnType<typeof readApiSettings>;
export type WorkerSettings = ReturnType<typeof readWorkerSettings>;
export type BrowserSettings = ReturnType<typeof readBrowserSettings>;

/** Settings that must be https in production: addresses in certificates and mails, and the issuer and its keys. */
const addressNames = ['PUBLIC_BASE_URL', 'PLATFORM_BASE_URL', 'OIDC_ISSUER', 'OIDC_JWKS_URI'] as const;

type Addresses = Readonly<Partial<Record<(typeof addressNames)[number], string | undefined>>>;

function refuseUnsafe(settings: Addresses & { readonly ENVIRONMENT?: string }): string[] {
  if (settings.ENVIRONMENT !== 'production') return [];
  return addressNames
    .filter((name) => settings[name]?.startsWith('http:'))
    .map((name) => `${name} must be an https URL in production`);
}

function refuseUnreadable({
  OIDC_ISSUER,
  OIDC_ISSUERS_FILE,
  CLAIMS_NAMESPACE,
}: Partial<Settings<typeof tokens>>): string[] {
  const name = OIDC_ISSUERS_FILE === undefined ? 'OIDC_ISSUER' : 'OIDC_ISSUERS_FILE';
  const accepted = OIDC_ISSUERS_FILE ?? OIDC_ISSUER;
  const unreadable = accepted !== undefined && CLAIMS_NAMESPACE === undefined;
  return unreadable ? [`CLAIMS_NAMESPACE is missing: tokens of ${name} cannot be read without it`] : [];
}

/** The accepted tokens; undefined without an issuer. */
export function tokenSettingsOf(settings: ApiSettings): TokenSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_ISSUERS_FILE: entries, CLAIMS_NAMESPACE: namespace } = settings;
  if ((issuer === undefined && entries === undefined) || namespace === undefined) return undefined;
  return {
    issuers: acceptedIssuersOf({
      issuer,
      jwksUri: settings.OIDC_JWKS_URI,
      entries,
      claimsNamespace: namespace,
      // spec 5.2.2
      audience: settings.TOKEN_AUDIENCE ?? settings.PLATFORM_BASE_URL,
    }),
  };
}

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readApiSettings(env: Variables = process.env) {
  return readSettings(apiSchema, env, (settings) => [
    ...refuseUnsafe(settings),
    ...refuseInsecureOrigins(settings),
    ...refuseUnusableIssuers(settings),
    ...refuseUnreadable(settings),
    ...refuseSiteCookieDomain(settings),
  ]);
}

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readWorkerSettings(env: Variables = process.env) {
  return readSettings(workerSchema, env, (settings) => [
    ...refuseUnsafe(settings),
    ...refuseWeakMail(settings),
    ...refuseTwoBrowsers(settings),
  ]);
}

function refuseTwoBrowsers({
  BROWSER_URL,
  BROWSER_EXECUTABLE,
}: Partial<Settings<typeof workerSchema>>): string[] {
  const two = BROWSER_URL !== undefined && BROWSER_EXECUTABLE !== undefined;
  return two ? ['BROWSER_EXECUTABLE must not be set with BROWSER_URL: that program has its own'] : [];
}

/* eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- the type is inferred from the schema */
export function readBrowserSettings(env: Variables = process.env) {
  return readSettings(browserSchema, env);
}

export function readCommandSettings<Name extends keyof typeof commandSchemas>(
  name: Name,
  env: Variables = process.env,
): Settings<(typeof commandSchemas)[Name]> {
  return readSettings(commandSchemas[name], env);
}
