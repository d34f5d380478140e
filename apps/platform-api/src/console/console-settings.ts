import { type SiteCookie, siteCookieOf } from '@governance/config';
import { type ApiSettings, type EndpointGroup, liveGroupsOf } from '../config';

/** The settings of the console. */
export abstract class ConsoleSettings {
  /** The public URL of the surface, without a trailing slash. */
  abstract readonly baseUrl: string;
  /** The same surface as this process serves it. */
  abstract readonly ownUrl: string;
  abstract readonly issuer: string;
  abstract readonly clientId: string;
  /** Undefined for a public client. */
  abstract readonly clientSecret: string | undefined;
  /** The groups of the API that this process serves. */
  abstract readonly live: ReadonlySet<EndpointGroup>;
  /** Undefined if the site of the public surface does not show who is signed in. */
  abstract readonly siteCookie: SiteCookie | undefined;
}

export function consoleSettingsOf(
  settings: Pick<
    ApiSettings,
    'PLATFORM_BASE_URL' | 'PORT' | 'OIDC_ISSUER' | 'CONSOLE_CLIENT_ID' | 'CONSOLE_CLIENT_SECRET'
  > &
    Parameters<typeof siteCookieOf>[0] &
    Parameters<typeof liveGroupsOf>[0],
): ConsoleSettings {
  const live = liveGroupsOf(settings);
  return {
    baseUrl: settings.PLATFORM_BASE_URL,
    ownUrl: `http://127.0.0.1:${settings.PORT}`,
    issuer: settings.OIDC_ISSUER,
    clientId: settings.CONSOLE_CLIENT_ID,
    clientSecret: settings.CONSOLE_CLIENT_SECRET,
    live,
    // The menu of the site leads to the results of the organization.
    siteCookie: live.has('org.results') ? siteCookieOf(settings) : undefined,
  };
}
