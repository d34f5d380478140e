import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { type UpstreamClient, type UpstreamPlan } from './upstream-plan';

const signingAlgorithm = 'ES256';
const scope = 'openid email profile';
const shortSeconds = 600;

/** Only authorization code and PKCE for confidential clients. Every address is an account, with any password. */
export function createUpstreamProvider({ issuer, clients }: UpstreamPlan): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return new Provider(issuer, {
    clients: clients.map(metadataOf),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: signingAlgorithm, use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The ID token has all claims, so that an identity provider needs no further request.
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: shortSeconds,
      AuthorizationCode: 60,
      IdToken: shortSeconds,
      Grant: shortSeconds,
      Interaction: shortSeconds,
      Session: 8 * 3600,
    },
    // The library takes what is typed as the id of the account.
    findAccount: (_ctx, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: email }),
    }),
    // The organization has consented for its users.
    loadExistingGrant: async ({ oidc }) => {
      const of = { clientId: oidc.client?.clientId, accountId: oidc.session?.accountId };
      const grant = new oidc.provider.Grant(of);
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
}

function metadataOf({ clientId, clientSecret, name, redirectUri }: UpstreamClient) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    client_name: name,
    redirect_uris: [redirectUri],
    scope,
  };
}
