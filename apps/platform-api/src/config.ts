import { type TokenSettings } from '@governance/auth-guards';
import {
  claimsNamespace,
  databaseUrl,
  environment,
  filePath,
  httpUrl,
  issuerUrl,
  logLevel,
  port,
  readSettings,
  type Settings,
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
  PLATFORM_BASE_URL: httpUrl().meta({
    description: 'where this surface is, as the outside sees it',
    example: 'https://api.example.org',
  }),
  OIDC_ISSUER: issuerUrl().meta({
    description: 'whose access tokens are accepted',
    example: 'https://identity.example.org',
  }),
  OIDC_JWKS_URI: httpUrl()
    .optional()
    .describe('where the keys of OIDC_ISSUER are; found by discovery if absent'),
  TOKEN_AUDIENCE: issuerUrl().optional().describe('what access tokens are for; PLATFORM_BASE_URL if absent'),
  CLAIMS_NAMESPACE: claimsNamespace().meta({
    description: 'how the claims of ours begin in access tokens',
    example: 'https://governance.example.org/claims/',
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
  return readSettings(apiSchema, process.env, refuseUnsafe);
}

const addressNames = ['PUBLIC_BASE_URL', 'PLATFORM_BASE_URL', 'OIDC_ISSUER', 'OIDC_JWKS_URI'] as const;

function refuseUnsafe(settings: Partial<Settings<typeof apiSchema>>): string[] {
  if (settings.ENVIRONMENT !== 'production') return [];
  return addressNames
    .filter((name) => settings[name]?.startsWith('http:'))
    .map((name) => `${name} must be an https URL in production`);
}

/** Whose tokens are accepted, and how they are read. */
export function tokenSettingsOf(settings: ApiSettings): TokenSettings {
  return {
    profile: {
      issuer: settings.OIDC_ISSUER,
      claimsNamespace: settings.CLAIMS_NAMESPACE,
      sessionClaims: [],
    },
    jwksUri: settings.OIDC_JWKS_URI,
    // spec 5.2.2
    audience: settings.TOKEN_AUDIENCE ?? settings.PLATFORM_BASE_URL,
  };
}
