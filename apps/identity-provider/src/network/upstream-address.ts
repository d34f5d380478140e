const endpointNames = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;

/** Whether connections to the issuer do not use TLS. */
export function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:');
}

/** The endpoints in a provider's metadata that a sign-in uses. */
export function endpointsIn(metadata: Readonly<Record<string, unknown>>): readonly string[] {
  return endpointNames.map((name) => metadata[name]).filter((endpoint) => typeof endpoint === 'string');
}

/** Whether an endpoint of the issuer can be used: with TLS, unless the issuer has none, which development allows. */
export function isUsable(endpoint: string, issuer: string): boolean {
  const protocol = URL.parse(endpoint)?.protocol;
  return protocol === 'https:' || (protocol === 'http:' && isPlain(issuer));
}

/** OpenID Connect Discovery 1.0, 4. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}
