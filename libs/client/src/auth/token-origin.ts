import * as openid from 'openid-client';
import { type Provider, protectedFetch } from './provider';
import { type TokenOrigin } from './tokens';

export function originOf({ config, resource }: Provider): TokenOrigin {
  const {
    issuer,
    token_endpoint: tokenEndpoint = '',
    revocation_endpoint: revocationEndpoint,
    id_token_signing_alg_values_supported: idTokenAlgorithms,
  } = config.serverMetadata();
  return {
    resource,
    issuer,
    clientId: config.clientMetadata().client_id,
    tokenEndpoint,
    ...(revocationEndpoint !== undefined && { revocationEndpoint }),
    ...(idTokenAlgorithms && { idTokenAlgorithms }),
  };
}

/** The identity provider as it was at the sign-in, without any request. */
export function providerAt(origin: TokenOrigin, fetch: typeof globalThis.fetch): Provider {
  const { resource, issuer, clientId, tokenEndpoint, revocationEndpoint, idTokenAlgorithms } = origin;
  const metadata: openid.ServerMetadata = {
    issuer,
    token_endpoint: tokenEndpoint,
    ...(revocationEndpoint !== undefined && { revocation_endpoint: revocationEndpoint }),
    ...(idTokenAlgorithms && { id_token_signing_alg_values_supported: [...idTokenAlgorithms] }),
  };
  const config = new openid.Configuration(metadata, clientId, undefined, openid.None());
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only as a warning; `protectedFetch` decides
  if (new URL(issuer).protocol === 'http:') openid.allowInsecureRequests(config);
  config[openid.customFetch] = protectedFetch(fetch);
  return { config, resource };
}
