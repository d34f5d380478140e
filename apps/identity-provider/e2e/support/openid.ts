import * as openid from 'openid-client';

export interface OpenidClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly authentication: openid.ClientAuth;
}

/** An independent client that has discovered the provider. */
export function discover({ issuer, clientId, authentication }: OpenidClient): Promise<openid.Configuration> {
  return openid.discovery(new URL(issuer), clientId, undefined, authentication, {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only as a warning; the provider under test has no TLS
    execute: [openid.allowInsecureRequests],
  });
}
