import { type Configuration } from 'oidc-provider';
import { type SigningKey, signingAlgorithm } from '../signing/signing-key';
import { tokenLifetimeSeconds } from '../signing/key-schedule';
import { type AdaptersOf } from './adapters';
import { apiResource, apiScopes, settleScope } from './api-resource';
import { checkAssertion, clockToleranceSeconds } from './client-assertion';
import { factsMember, machineFactsOf } from './client-metadata';

export interface ProviderSettings {
  /** An origin; the `iss` of every token. */
  readonly issuer: string;
  /** The audience of every token. */
  readonly apiUrl: string;
}

export interface ProviderParts extends ProviderSettings {
  readonly adapters: AdaptersOf;
  /** The signing key first. */
  readonly keys: readonly [SigningKey, ...SigningKey[]];
}

/** What the library is told. What is not said here is off, or is said below to be off because its default is on. */
export function providerConfiguration({ issuer, apiUrl, adapters, keys }: ProviderParts): Configuration {
  const [{ kid }] = keys;
  return {
    adapter: adapters,
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk) },
    scopes: ['openid', ...apiScopes],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    // Its default names an algorithm for which there is no key.
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    enabledJWA: {
      // RFC 9864 gives EdDSA on Ed25519 a name of its own, and clients use either.
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
      idTokenSigningAlgValues: [signingAlgorithm],
    },
    extraClientMetadata: { properties: [factsMember] },
    clockTolerance: clockToleranceSeconds,
    ttl: { ClientCredentials: tokenLifetimeSeconds },
    // No page calls the token endpoint: secrets do not belong into a browser.
    clientBasedCORS: () => false,
    assertJwtClientAuthClaimsAndHeader: (_ctx, ...[claims, header, client]) => {
      const { keyExpiresAt } = machineFactsOf(client);
      checkAssertion({ claims, header }, { issuer, keyExpiresAt, now: new Date() });
    },
    extraTokenClaims: (_ctx, { client }) => {
      if (!client) return undefined;
      const { orgId, permissions } = machineFactsOf(client);
      return { org_id: orgId, permissions };
    },
    // Programs call: whatever they accept, they get JSON.
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = out;
    },
    features: {
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiUrl,
        getResourceServerInfo: (ctx, resource, client) => {
          settleScope(ctx, client.scope);
          return apiResource(resource, { apiUrl, kid });
        },
      },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
  };
}
