import {
  applicationFlow,
  claimsScope,
  commandLineFlow,
  organizationScope,
  type PeoplePreparation,
} from './wanted-people';

/** A client that users sign in to. */
export interface WantedClient {
  readonly clientId: string;
  /** The alias of its browser flow. */
  readonly flow: string;
  /** What Keycloak must have, in the words of its representation. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Undefined: it is public, or its secret stays. */
  readonly secret: string | undefined;
}

export const commandLineClientId = 'governance-cli';
export const consoleClientId = 'governance-console';

/** `acr_values` of our clients for a second factor. */
const secondFactorAcr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** Of every client. Without a scope of its own, a sign-in is for the user's organization, if it is the only one. */
export const wantedClientScopes = {
  defaults: ['basic', 'email', 'profile', claimsScope, organizationScope],
  optional: ['offline_access', 'api:full:read', 'api:full:write'],
};

const common = {
  enabled: true,
  protocol: 'openid-connect',
  standardFlowEnabled: true,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  serviceAccountsEnabled: false,
  consentRequired: false,
  fullScopeAllowed: false,
  webOrigins: [],
};

const commonAttributes = {
  'access.token.header.type.rfc9068': 'true',
  // The lifetime of the realm counts.
  'access.token.lifespan': '',
  'acr.loa.map': JSON.stringify({ [secondFactorAcr]: '2' }),
};

/** The command line, a public client: with device codes, and with codes at a loopback address of any port (RFC 8252, 7.3). */
const commandLine: WantedClient = {
  clientId: commandLineClientId,
  flow: commandLineFlow,
  secret: undefined,
  members: {
    ...common,
    publicClient: true,
    redirectUris: ['http://127.0.0.1/*', 'http://[::1]/*'],
    attributes: {
      ...commonAttributes,
      'oauth2.device.authorization.grant.enabled': 'true',
      // Keycloak also demands PKCE of device codes then, and a client of RFC 8628 sends none.
      'pkce.code.challenge.method': '',
    },
  },
};

export function wantedClients({ console }: Pick<PeoplePreparation, 'console'>): readonly WantedClient[] {
  return console === undefined ? [commandLine] : [commandLine, consoleOf(console)];
}

/** The console of the platform. */
function consoleOf({
  baseUrl,
  clientSecret,
}: Exclude<PeoplePreparation['console'], undefined>): WantedClient {
  return {
    clientId: consoleClientId,
    flow: applicationFlow,
    secret: clientSecret,
    members: {
      ...common,
      publicClient: clientSecret === undefined,
      redirectUris: [`${baseUrl}/console/callback`],
      attributes: {
        ...commonAttributes,
        'oauth2.device.authorization.grant.enabled': 'false',
        'pkce.code.challenge.method': 'S256',
        'post.logout.redirect.uris': `${baseUrl}/console/signed-out`,
      },
    },
  };
}
