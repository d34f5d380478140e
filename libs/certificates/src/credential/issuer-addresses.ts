/** Where an issuer publishes the data for checking its certificates. These addresses never change. */
export interface IssuerAddresses {
  /** The URL of the profile, the issuer in every credential. */
  readonly profile: string;
  readonly keys: string;
  readonly offlineVerifier: string;
  /** The `kid` of a key: Open Badges 3.0 verifiers fetch the JWK from it. Until November 2026 it was a fragment of `keys`. */
  readonly keyOf: (thumbprint: string) => string;
  readonly statusList: (list: number) => string;
  readonly rubric: (version: string) => string;
}

/** `publicBaseUrl` is {base_url}. */
export function issuerAddresses(publicBaseUrl: string): IssuerAddresses {
  const wellKnown = `${publicBaseUrl}/.well-known`;
  return {
    profile: `${wellKnown}/issuer.json`,
    keys: `${wellKnown}/jwks.json`,
    offlineVerifier: `${publicBaseUrl}/verify-offline.html`,
    keyOf: (thumbprint) => `${wellKnown}/keys/${thumbprint}`,
    statusList: (list) => `${wellKnown}/status/${list}`,
    rubric: (version) => `${publicBaseUrl}/assessment/${version}.json`,
  };
}
