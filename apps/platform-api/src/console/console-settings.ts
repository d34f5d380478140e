import { type ApiSettings, type EndpointGroup, liveGroupsOf } from '../config';

/** The settings of the console. */
export abstract class ConsoleSettings {
  /** The public URL of the surface, without a trailing slash. */
  abstract readonly baseUrl: string;
  /** The same surface as this process serves it. */
  abstract readonly ownUrl: string;
  /** The public URL of the other surface, where results and certificates have their pages; without a trailing slash. */
  abstract readonly publicBaseUrl: string;
  abstract readonly issuer: string;
  abstract readonly clientId: string;
  /** Undefined for a public client. */
  abstract readonly clientSecret: string | undefined;
  /** The groups of the API that this process serves. */
  abstract readonly live: ReadonlySet<EndpointGroup>;
}

export function consoleSettingsOf(
  settings: Pick<
    ApiSettings,
    | 'PLATFORM_BASE_URL'
    | 'PUBLIC_BASE_URL'
    | 'PORT'
    | 'OIDC_ISSUER'
    | 'CONSOLE_CLIENT_ID'
    | 'CONSOLE_CLIENT_SECRET'
  > &
    Parameters<typeof liveGroupsOf>[0],
): ConsoleSettings {
  return {
    baseUrl: settings.PLATFORM_BASE_URL,
    ownUrl: `http://127.0.0.1:${settings.PORT}`,
    publicBaseUrl: settings.PUBLIC_BASE_URL,
    issuer: settings.OIDC_ISSUER,
    clientId: settings.CONSOLE_CLIENT_ID,
    clientSecret: settings.CONSOLE_CLIENT_SECRET,
    live: liveGroupsOf(settings),
  };
}
