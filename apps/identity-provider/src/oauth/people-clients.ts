import { type AdapterPayload, type Client } from 'oidc-provider';
import { type ThirdPartyApplication } from '../applications/applications.store';
import { peopleScopes } from './people-scopes';

/** The provider's own origin, and the redirect URIs of the applications that are part of the product. */
export interface FirstPartySettings {
  readonly issuer: string;
  readonly websiteRedirectUris: readonly string[];
  readonly consoleRedirectUris: readonly string[];
  readonly docsRedirectUris: readonly string[];
}

/** Our own data in an application, which the library ignores. */
export interface ApplicationFacts {
  readonly firstParty: boolean;
}

/** The client metadata member that holds our own data. */
export const applicationMember = 'application';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** The built-in applications by id. An application without a redirect URI is left out. */
export function firstPartyClients(settings: FirstPartySettings): ReadonlyMap<string, AdapterPayload> {
  const web = [
    { id: 'website', name: 'AI Governance website', redirectUris: settings.websiteRedirectUris },
    { id: consoleClientId, name: 'AI Governance console', redirectUris: settings.consoleRedirectUris },
    { id: 'docs', name: 'AI Governance API reference', redirectUris: settings.docsRedirectUris },
  ].filter(({ redirectUris }) => redirectUris.length > 0);
  return new Map([
    ['governance-cli', commandLine()],
    [invitationClientId, invitationPages()],
    [accountClientId, accountPages(settings.issuer)],
    ...web.map((application): [string, AdapterPayload] => [
      application.id,
      webMetadata({ ...application, scope: peopleScopes }, { firstParty: true }),
    ]),
  ]);
}

export function thirdPartyClient(application: ThirdPartyApplication): AdapterPayload {
  return webMetadata(application, { firstParty: false });
}

/** Undefined for a machine. */
export function applicationFactsOf(client: Client): ApplicationFacts | undefined {
  return (client as Client & { readonly [applicationMember]?: ApplicationFacts })[applicationMember];
}

/** The client for accepting invitations on our own pages. OAuth grants it nothing. */
export const invitationClientId = 'invitations';

function invitationPages(): AdapterPayload {
  return {
    ...publicClient(invitationClientId, 'Invitation'),
    grant_types: [],
    response_types: [],
    redirect_uris: [],
    [applicationMember]: { firstParty: true } satisfies ApplicationFacts,
  };
}

/** The client for signing in to our own account pages. They use the session and no token. */
export const accountClientId = 'account';

export const accountCallbackPath = '/account/signed-in';

function accountPages(issuer: string): AdapterPayload {
  return {
    ...publicClient(accountClientId, 'Your account'),
    application_type: 'web',
    grant_types: ['authorization_code'],
    redirect_uris: [issuer + accountCallbackPath],
    scope: 'openid',
    [applicationMember]: { firstParty: true } satisfies ApplicationFacts,
  };
}

function commandLine(): AdapterPayload {
  return {
    ...publicClient('governance-cli', 'Governance command line'),
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token', deviceGrant],
    // RFC 8252, 7.3: any port is accepted on a loopback address.
    redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
    scope: peopleScopes.join(' '),
    [applicationMember]: { firstParty: true } satisfies ApplicationFacts,
  };
}

const consoleClientId = 'console';

/** The page of the console after a sign-out: beside its callback. */
function signedOutPage(redirectUri: string): string {
  return new URL('signed-out', redirectUri).href;
}

function webMetadata(
  { id, name, redirectUris, scope }: ThirdPartyApplication,
  facts: ApplicationFacts,
): AdapterPayload {
  const origins = new Set(redirectUris.map((uri) => new URL(uri).origin));
  return {
    ...publicClient(id, name),
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: [
      ...Array.from(origins, (origin) => `${origin}/`),
      ...(id === consoleClientId ? redirectUris.map(signedOutPage) : []),
    ],
    scope: scope.join(' '),
    [applicationMember]: facts,
  };
}

/** A client in a browser or on a user's machine cannot keep a secret. PKCE binds a code to it. */
function publicClient(id: string, name: string): AdapterPayload {
  return {
    client_id: id,
    client_name: name,
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
    // The response is a redirect; `form_post` would need a page with a script.
    response_modes: ['query'],
  };
}
