import { surplusSignIns } from '@governance/http';
import { apiScopes } from '@governance/iam';
import { type Clock } from '@governance/kernel';
import { type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { deviceFlow } from './device-flow';
import { type PageRenderer } from '../pages/page-renderer';
import { type PeopleStores } from '../stores/people-stores';
import { signInPath } from '../pages/sign-in-path';
import { privateJwk, type SigningKey, signingAlgorithm } from '../signing/signing-key';
import { type AssertionJudge } from './assertion-judge';
import { type AdaptersOf } from './adapters';
import { apiResource, settleScope } from './api-resource';
import { checkAssertion, clockToleranceSeconds } from './client-assertion';
import { factsMember, isInsideNetworks, machineFactsOf } from './client-metadata';
import { type CookieRules } from './cookies';
import { existingGrant } from './existing-grant';
import { peoplePolicy } from './interaction-policy';
import { lifetimes } from './lifetimes';
import { type OAuthPages, wantsPage } from './oauth-pages';
import { applicationMember } from './people-clients';
import { peopleScopes, permissionsWithin, secondFactorAcr } from './people-scopes';
import { trustRuleMember } from './trust-rule-client';
import { accountFinder, personTokenClaims } from './person-account';

export interface ProviderSettings {
  /** An origin; the `iss` of every token. */
  readonly issuer: string;
  /** The audience of every token. */
  readonly apiUrl: string;
  /** The prefix of our own claims in users' tokens: a URL ending in `/`. */
  readonly claimsNamespace: string;
  readonly cookies: CookieRules;
}

export interface ProviderParts extends ProviderSettings {
  readonly adapters: AdaptersOf;
  readonly people: PeopleStores;
  readonly renderer: PageRenderer;
  readonly clock: Clock;
  readonly assertions: AssertionJudge;
  /** The active signing key comes first. */
  readonly keys: readonly [SigningKey, ...SigningKey[]];
}

const userinfoPath = '/userinfo';

/** The path of the library's token endpoint. */
const tokenPath = '/token';

/** The library's configuration. Features that are on by default and not used are switched off explicitly. */
export function providerConfiguration(parts: ProviderParts, pages: OAuthPages): Configuration {
  const { issuer, adapters, keys, people } = parts;
  const audiences = [issuer, `${issuer}${tokenPath}`];
  return {
    adapter: adapters,
    jwks: { keys: keys.map(privateJwk) },
    scopes: [...peopleScopes],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    // The default is an algorithm without a key here.
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    enabledJWA: {
      // RFC 9864 adds the name `Ed25519` for EdDSA on Ed25519. Clients use either.
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
      idTokenSigningAlgValues: [signingAlgorithm],
    },
    extraClientMetadata: { properties: [factsMember, applicationMember, trustRuleMember] },
    clockTolerance: clockToleranceSeconds,
    ttl: lifetimes,
    clientBasedCORS: (_ctx, origin, client) => isOwnOrigin(origin, client),
    assertJwtClientAuthClaimsAndHeader: (ctx, ...[claims, header, client]) => {
      const { expiresAt: keyExpiresAt } = machineFactsOf(client);
      const isInside = isInsideNetworks(client, ctx.ip);
      checkAssertion({ claims, header }, { audiences, keyExpiresAt, isInside, now: parts.clock.now() });
    },
    extraTokenClaims: (ctx, token) => {
      if (token.kind === 'AccessToken') {
        return personTokenClaims(ctx, token, { people, claimsNamespace: parts.claimsNamespace });
      }
      if (!token.client) return undefined;
      const { orgId, orgName, permissions } = machineFactsOf(token.client);
      return {
        org_id: orgId,
        [`${parts.claimsNamespace}org_name`]: orgName,
        // A machine that requests no scope gets its whole scope, and so all its permissions.
        permissions: permissionsWithin(token.scope, permissions),
      };
    },
    ...peopleConfiguration(parts, pages),
    features: featuresOf(parts, pages),
  };
}

/** Configuration of user sign-in. */
function peopleConfiguration({ issuer, people, cookies }: ProviderParts, pages: OAuthPages): Configuration {
  const { session, interaction, resume, signIn, signIns, options } = cookies;
  return {
    findAccount: accountFinder(people),
    loadExistingGrant: (ctx) => existingGrant(ctx, people),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Applications need no second request: the ID token holds all claims that the scopes allow, like the userinfo endpoint.
    conformIdTokenClaims: false,
    acrValues: [secondFactorAcr],
    routes: { userinfo: userinfoPath },
    // The organization to enter, for members of several.
    extraParams: ['organization'],
    // OAuth 2.1: every request must name its redirect URI.
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    // Without `offline_access` refresh tokens end with the session.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    cookies: {
      names: { session, interaction, resume },
      long: { ...options, path: '/' },
      short: options,
    },
    interactions: {
      policy: peoplePolicy(people),
      url: (ctx, { uid }) => {
        for (const name of surplusSignIns(ctx.req.headers, signIns)) {
          ctx.cookies.set(name, null, { ...options, path: '/' });
        }
        ctx.cookies.set(signIn(uid), uid, {
          ...options,
          path: '/',
          maxAge: lifetimes.Interaction * 1000,
          overwrite: true,
        });
        return new URL(signInPath(uid), issuer).href;
      },
    },
    renderError: (ctx, out, error) => {
      // `createProvider` answers and logs server errors.
      if (out.error === 'server_error') return;
      if (wantsPage(ctx)) {
        pages.error(ctx, out.error, error);
        return;
      }
      ctx.type = 'json';
      ctx.body = out;
    },
  };
}

function featuresOf({ apiUrl, keys }: ProviderParts, pages: OAuthPages): Configuration['features'] {
  const [{ kid }] = keys;
  return {
    clientCredentials: { enabled: true },
    deviceFlow: deviceFlow(pages),
    revocation: { enabled: true, allowedPolicy: (_ctx, { clientId }, token) => token.clientId === clientId },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx) => {
        pages.signOut(ctx);
      },
      postLogoutSuccessSource: (ctx) => {
        pages.signedOut(ctx);
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (ctx) => (isProfileRequest(ctx) ? [] : apiUrl),
      // Tokens of a sign-in for the API stay tokens for the API, also with the scope `openid`.
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, resource, client) => {
        if (isMachineGrant(ctx)) settleScope(ctx, client.scope);
        return apiResource(resource, { apiUrl, kid });
      },
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    userinfo: { enabled: true },
  };
}

/**
 * Whether an application asks for the profile of the user only. Its token is for the userinfo endpoint, which refuses tokens of
 * another audience (OpenID Connect Core 5.3.1).
 */
function isProfileRequest(ctx: KoaContextWithOIDC): boolean {
  const { scope } = ctx.oidc.params ?? {};
  if (typeof scope !== 'string' || isMachineGrant(ctx)) return false;
  const scopes = scope.split(' ');
  return scopes.includes('openid') && !apiScopes.some((api) => scopes.includes(api));
}

function isMachineGrant({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.params?.grant_type === 'client_credentials';
}

/** CORS: a page of the application itself may request tokens. Clients with a secret may not, because browsers cannot keep one. */
function isOwnOrigin(origin: string, { clientAuthMethod, redirectUris = [] }: Client): boolean {
  return clientAuthMethod === 'none' && redirectUris.some((uri) => new URL(uri).origin === origin);
}
