import { type SiteCookie, siteCookieOf } from '@governance/config';
import { identityProviderCapabilities } from '@governance/identity-provider-client';
import { type ProviderCapabilities } from '@governance/iam';
import { type ApiSettings } from '../config';
import { consoleIssuerOf } from '../console-issuer';
import { type EndpointGroup, endpointGroups, liveGroupsOf } from '../endpoint-groups';
import { unmanagedGroups } from '../provider-settings';

export abstract class ConsoleSettings {
  /** The public URL of the surface, without a trailing slash. */
  abstract readonly baseUrl: string;
  /** The same surface as this process serves it. */
  abstract readonly ownUrl: string;
  /** The public URL of the other surface, where results and certificates have their pages; without a trailing slash. */
  abstract readonly publicBaseUrl: string;
  /** Where users sign in. */
  abstract readonly issuer: string;
  /** The same issuer as this process reaches it. */
  abstract readonly issuerUrl: string;
  /** The issuer of machines, and its token endpoint. */
  abstract readonly machineIssuer: string;
  abstract readonly tokenUrl: string;
  abstract readonly clientId: string;
  /** Undefined for a public client. */
  abstract readonly clientSecret: string | undefined;
  abstract readonly scope: string;
  /** The groups of the API that this process serves. */
  abstract readonly live: ReadonlySet<EndpointGroup>;
  /** Undefined if the site of the public surface does not show who is signed in. */
  abstract readonly siteCookie: SiteCookie | undefined;
  /** The groups that it cannot serve, because administrators of the identity provider manage them there. */
  abstract readonly elsewhere: ReadonlySet<EndpointGroup>;
  /** What the provider of machines can do: pages do not offer what it refuses. */
  abstract readonly capabilities: Pick<ProviderCapabilities, 'overlap' | 'networks'>;
}

/** Of the managed provider. */
const tokenPaths = { embedded: '/token', keycloak: '/protocol/openid-connect/token' } as const;

/** Where people manage their account at the managed provider: the embedded one and Keycloak have the same path. */
export function accountAt({ machineIssuer }: Pick<ConsoleSettings, 'machineIssuer'>): string {
  return `${machineIssuer.replace(/\/$/, '')}/account`;
}

/** Where people of the embedded provider set up a second factor. */
export function passkeysAt(settings: Pick<ConsoleSettings, 'machineIssuer'>): string {
  return `${accountAt(settings)}/passkeys`;
}

export function consoleSettingsOf(
  settings: Pick<
    ApiSettings,
    | 'PLATFORM_BASE_URL'
    | 'PUBLIC_BASE_URL'
    | 'PORT'
    | 'OIDC_ISSUER'
    | 'IDENTITY_PROVIDER'
    | 'CONSOLE_CLIENT_ID'
    | 'CONSOLE_CLIENT_SECRET'
    | 'CONSOLE_ISSUER'
    | 'CONSOLE_ISSUER_URL'
    | 'OIDC_ISSUERS_FILE'
    | 'CONSOLE_SCOPE'
  > &
    Parameters<typeof siteCookieOf>[0] &
    Parameters<typeof liveGroupsOf>[0],
): ConsoleSettings {
  const live = liveGroupsOf(settings);
  const issuer = consoleIssuerOf(settings);
  return {
    baseUrl: settings.PLATFORM_BASE_URL,
    ownUrl: `http://127.0.0.1:${settings.PORT}`,
    issuer,
    issuerUrl: settings.CONSOLE_ISSUER_URL ?? issuer,
    machineIssuer: settings.OIDC_ISSUER,
    tokenUrl: settings.OIDC_ISSUER.replace(/\/$/, '') + tokenPaths[settings.IDENTITY_PROVIDER],
    publicBaseUrl: settings.PUBLIC_BASE_URL,
    clientId: settings.CONSOLE_CLIENT_ID,
    clientSecret: settings.CONSOLE_CLIENT_SECRET,
    live,
    // The menu of the site leads to the results of the organization.
    siteCookie: live.has('org.results') ? siteCookieOf(settings) : undefined,
    scope: settings.CONSOLE_SCOPE,
    elsewhere: new Set(unmanagedGroups(settings, endpointGroups)),
    capabilities: identityProviderCapabilities[settings.IDENTITY_PROVIDER],
  };
}
