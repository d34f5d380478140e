import { type KoaContextWithOIDC } from 'oidc-provider';

/** RFC 7523, 2.1. */
export const trustGrantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The entity of a request whose assertion is meant for its rule: signed by its issuer, for its audience. */
export const meantEntity = 'MeantAssertion';

/** Whether a workload exchanges an assertion. */
export function isTrustExchange(ctx: KoaContextWithOIDC | undefined): boolean {
  return ctx?.oidc.params?.grant_type === trustGrantType;
}

/**
 * Makes every refusal of an exchange the same until the assertion is known to be meant for the rule: for an unknown rule, for one of
 * another organization or issuer, for a request with other parameters, for a wrong signature, and for an assertion that was made for
 * another service.
 */
export function concealForeign(ctx: KoaContextWithOIDC): void {
  const isRefused = ctx.status >= 400 && ctx.status < 500;
  if (!isTrustExchange(ctx) || !isRefused || ctx.oidc.entities[meantEntity] !== undefined) return;
  ctx.status = 400;
  ctx.remove('www-authenticate');
  ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
}
