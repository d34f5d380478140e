import { apiScopes } from '@governance/iam';
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { tokenLifetimeSeconds } from '../signing/key-schedule';
import { signingAlgorithm } from '../signing/signing-key';

/** The platform API as an audience (RFC 8707), for tokens signed by `kid`. Other resources are refused. */
export function apiResource(
  resource: string,
  { apiUrl, kid }: { apiUrl: string; kid: string },
): ResourceServer {
  if (resource !== apiUrl) throw new errors.InvalidTarget();
  return {
    audience: apiUrl,
    scope: apiScopes.join(' '),
    accessTokenFormat: 'jwt',
    accessTokenTTL: tokenLifetimeSeconds,
    jwt: { sign: { alg: signingAlgorithm, kid } },
  };
}

/**
 * A client gets the scope that it requests, or its whole scope when it requests none. A wider scope is refused: the library
 * would silently drop the excess.
 */
export function settleScope(
  { oidc: { params = {} } }: KoaContextWithOIDC,
  granted: string | undefined,
): void {
  const { scope } = params;
  const allowed = granted?.split(' ') ?? [];
  if (scope === undefined) params.scope = granted;
  else if (typeof scope !== 'string' || !scope.split(' ').every((one) => allowed.includes(one))) {
    throw new errors.InvalidScope('the scope is not one that this client has', granted ?? '');
  }
}
