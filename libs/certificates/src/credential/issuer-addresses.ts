/** Where an issuer publishes what is needed to check its certificates; all of it stays at these addresses. */
export interface IssuerAddresses {
  /** Who issues: the address of the profile, in every credential. */
  readonly profile: string;
  readonly keys: string;
  readonly offlineVerifier: string;
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
    keyOf: (thumbprint) => `${wellKnown}/jwks.json#${thumbprint}`,
    statusList: (list) => `${wellKnown}/status/${list}`,
    rubric: (version) => `${publicBaseUrl}/assessment/${version}.json`,
  };
}
