import * as openid from 'openid-client';

/** A client of the identity provider, configured by the provider's own metadata. */
export function discover(
  issuer: string,
  clientId: string,
  authentication: openid.ClientAuth,
): Promise<openid.Configuration> {
  const url = new URL(issuer);
  return openid.discovery(url, clientId, undefined, authentication, {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only as a warning; a stack on this machine has no TLS
    execute: url.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
  });
}
