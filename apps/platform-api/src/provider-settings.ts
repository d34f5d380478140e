import { filePath, httpUrl, oneOf, type Settings, SettingsError, singleLine } from '@governance/config';
import { type IdentityProviderSettings, identityProviderParts } from '@governance/identity-provider-client';
import { readFileSync } from 'node:fs';
import { type EndpointGroup, providerPartOf } from './endpoint-groups';

const ofKeycloak = 'of IDENTITY_PROVIDER=keycloak';

/** The settings of the managed identity provider, of every program of this app. */
export const providerSettings = {
  IDENTITY_PROVIDER: oneOf('embedded', 'keycloak')
    .default('embedded')
    .describe('the kind of identity provider that the platform manages'),
  IDENTITY_MANAGEMENT_URL: httpUrl()
    .optional()
    .describe(
      'the URL of the management API of the embedded provider; by default OIDC_ISSUER followed by /management',
    ),
  KEYCLOAK_URL: httpUrl()
    .optional()
    .describe(
      `${ofKeycloak}: the URL at which the platform reaches the server; by default that of OIDC_ISSUER`,
    ),
  KEYCLOAK_CLIENT_ID: singleLine()
    .default('governance-service')
    .describe(`${ofKeycloak}: the client whose service account has the role manage-clients`),
  KEYCLOAK_CLIENT_SECRET: singleLine()
    .optional()
    .meta({
      description: `${ofKeycloak}: the secret of that client; this or KEYCLOAK_CLIENT_SECRET_FILE is required`,
      example: 'the secret that npm run operate -- keycloak sets',
    }),
  KEYCLOAK_CLIENT_SECRET_FILE: filePath()
    .optional()
    .meta({
      description: `${ofKeycloak}: a file with that secret, with or without a line feed at its end`,
      example: '/run/secrets/keycloak-client-secret',
    }),
  KEYCLOAK_CLIENT_PREFIX: singleLine()
    .default('governance-m2m-')
    .describe(
      `${ofKeycloak}: the start of the client ids of machines; another one for each deployment that shares a realm`,
    ),
};

const itsToken = {
  description: "the embedded identity provider's MANAGEMENT_TOKEN, for its management API",
  example: 'the output of: openssl rand -hex 32',
};

/** The token of the embedded provider in the list of settings; `when` tells operators what needs it. */
export function managementTokenText(when: string): {
  readonly description: string;
  readonly example: string;
} {
  return { ...itsToken, description: `${itsToken.description}; ${when}` };
}

export type GivenProvider = Partial<Settings<typeof providerSettings>> & {
  readonly OIDC_ISSUER?: string;
  readonly IDENTITY_MANAGEMENT_TOKEN?: string | undefined;
};

/** The problems of a program that manages the provider. `because` says why it does, if not always. */
export function refuseProvider(settings: GivenProvider, because = ''): string[] {
  if (settings.IDENTITY_PROVIDER !== 'keycloak') {
    return settings.IDENTITY_MANAGEMENT_TOKEN === undefined
      ? [`IDENTITY_MANAGEMENT_TOKEN is missing${because}`]
      : [];
  }
  const { OIDC_ISSUER: issuer, KEYCLOAK_CLIENT_PREFIX: prefix } = settings;
  const secrets = [settings.KEYCLOAK_CLIENT_SECRET, settings.KEYCLOAK_CLIENT_SECRET_FILE];
  const given = secrets.filter((secret) => secret !== undefined).length;
  return [
    ...(given === 0 ? [`KEYCLOAK_CLIENT_SECRET or KEYCLOAK_CLIENT_SECRET_FILE is missing${because}`] : []),
    ...(given === 2 ? ['KEYCLOAK_CLIENT_SECRET and KEYCLOAK_CLIENT_SECRET_FILE exclude each other'] : []),
    ...(issuer !== undefined && realmOf(issuer) === undefined
      ? ['OIDC_ISSUER must end in /realms/ and the name of a realm: IDENTITY_PROVIDER is keycloak']
      : []),
    // In a search of Keycloak, other characters can be wildcards.
    ...(prefix !== undefined && !/^[a-z][a-z0-9-]{0,62}-$/.test(prefix)
      ? [
          'KEYCLOAK_CLIENT_PREFIX must be 2 to 64 lower-case letters, digits and hyphens, from a letter to a hyphen',
        ]
      : []),
  ];
}

/** Those of the groups whose part of the provider the platform does not manage: its own administrators do. */
export function unmanagedGroups(
  { IDENTITY_PROVIDER: kind = 'embedded' }: GivenProvider,
  groups: Iterable<EndpointGroup>,
): EndpointGroup[] {
  return [...groups].filter((group) => {
    const part = providerPartOf(group);
    return part !== undefined && !identityProviderParts[kind].has(part);
  });
}

/** The problem of live groups that the platform cannot serve with its provider. */
export function refuseUnmanaged(given: GivenProvider, live: Iterable<EndpointGroup>): string[] {
  const { IDENTITY_PROVIDER: kind = 'embedded' } = given;
  const unmanaged = unmanagedGroups(given, live);
  return unmanaged.length === 0
    ? []
    : [`PLATFORM_LIVE must leave out ${unmanaged.join(', ')}: IDENTITY_PROVIDER=${kind} does not serve them`];
}

/**
 * Access to the provider. `audience` is that of the tokens of new clients. Throws `SettingsError` without the token or secret,
 * which are required only while a live group uses them.
 */
export function identityProviderOf(
  settings: GivenProvider & { readonly OIDC_ISSUER: string },
  audience?: string,
): IdentityProviderSettings {
  const problems = refuseProvider(settings);
  if (problems.length > 0) throw new SettingsError(problems);
  return settings.IDENTITY_PROVIDER === 'keycloak' ? keycloakOf(settings, audience) : embeddedOf(settings);
}

function embeddedOf(settings: GivenProvider & { readonly OIDC_ISSUER: string }): IdentityProviderSettings {
  const { IDENTITY_MANAGEMENT_TOKEN: managementToken = '', OIDC_ISSUER: issuer } = settings;
  const managementUrl = settings.IDENTITY_MANAGEMENT_URL ?? `${issuer.replace(/\/$/, '')}/management`;
  return { kind: 'embedded', issuer, managementUrl, managementToken };
}

function keycloakOf(
  settings: GivenProvider & { readonly OIDC_ISSUER: string },
  audience: string | undefined,
): IdentityProviderSettings {
  const { serverUrl = '', realm = '' } = realmOf(settings.OIDC_ISSUER) ?? {};
  return {
    kind: 'keycloak',
    issuer: settings.OIDC_ISSUER,
    serverUrl: settings.KEYCLOAK_URL ?? serverUrl,
    realm,
    clientId: settings.KEYCLOAK_CLIENT_ID ?? '',
    clientSecret: settings.KEYCLOAK_CLIENT_SECRET ?? secretIn(settings.KEYCLOAK_CLIENT_SECRET_FILE ?? ''),
    clientPrefix: settings.KEYCLOAK_CLIENT_PREFIX ?? '',
    audience,
  };
}

/** The server and realm of an issuer: `{server}/realms/{realm}`. */
function realmOf(issuer: string): { readonly serverUrl: string; readonly realm: string } | undefined {
  const [, serverUrl, realm] = /^(https?:\/\/.+)\/realms\/([A-Za-z0-9._-]+)$/.exec(issuer) ?? [];
  return serverUrl === undefined || realm === undefined || /^\.{1,2}$/.test(realm)
    ? undefined
    : { serverUrl, realm };
}

function secretIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new SettingsError([`KEYCLOAK_CLIENT_SECRET_FILE cannot be read: ${file}`]);
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new SettingsError(['KEYCLOAK_CLIENT_SECRET_FILE must hold one line of printable characters']);
  }
  return text;
}
