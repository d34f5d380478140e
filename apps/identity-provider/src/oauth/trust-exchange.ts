import { type KoaContextWithOIDC } from 'oidc-provider';

/** RFC 7523, 2.1. */
export const trustGrantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The entity of a request whose assertion has a signature by the issuer of its rule. */
export const signedEntity = 'SignedAssertion';

/** Whether a workload exchanges an assertion. */
export function isTrustExchange(ctx: KoaContextWithOIDC | undefined): boolean {
  return ctx?.oidc.params?.grant_type === trustGrantType;
}

/**
 * Makes every refusal of an exchange the same until the signature is verified: for an unknown rule, for one of another
 * organization, for a request with other parameters, and for a wrong signature.
 */
export function concealUnsigned(ctx: KoaContextWithOIDC): void {
  const isRefused = ctx.status >= 400 && ctx.status < 500;
  if (!isTrustExchange(ctx) || !isRefused || ctx.oidc.entities[signedEntity] !== undefined) return;
  ctx.status = 400;
  ctx.remove('www-authenticate');
  ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
}
