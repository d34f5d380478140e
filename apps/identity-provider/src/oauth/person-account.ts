import { type AccessToken, errors, type FindAccount, type KoaContextWithOIDC } from 'oidc-provider';
import { type PeopleStores } from '../stores/people-stores';
import { personClaims } from './person-claims';
import { secondFactorMethod } from './people-scopes';

type People = Pick<PeopleStores, 'users' | 'signIns'>;

/**
 * The user of a session or a token. Undefined when the user has left the organization of the token's grant, so that a
 * refresh fails.
 */
export function accountFinder({ users, signIns }: People): FindAccount {
  return async (_ctx, sub, token) => {
    const user = await users.find(sub);
    if (!user) return undefined;
    const grantId = token && 'grantId' in token ? token.grantId : undefined;
    if (grantId !== undefined && !(await signIns.find(grantId))) return undefined;
    const { email, emailVerified: email_verified, name } = user;
    return { accountId: sub, claims: () => ({ sub, email, email_verified, name }) };
  };
}

/**
 * The claims of a user's access token. The role, its permissions and the organization's policy are current. The second
 * factor is always that of the sign-in, also after a refresh (spec 5.3.3).
 */
export async function personTokenClaims(
  ctx: KoaContextWithOIDC,
  token: AccessToken,
  {
    people: { users, signIns },
    claimsNamespace,
  }: { readonly people: People; readonly claimsNamespace: string },
): Promise<Record<string, unknown>> {
  const [user, place] = await Promise.all([users.find(token.accountId), signIns.find(token.grantId)]);
  if (!user || !place) throw new errors.InvalidGrant('the person has left the organization');
  const { AuthorizationCode: code, RefreshToken: refreshed, DeviceCode: device } = ctx.oidc.entities;
  const { amr, authTime, sessionUid: sessionId } = code ?? refreshed ?? device ?? {};
  // The sign-in has the time of its second factor (`loginOf`). A factor at an unknown time is not named.
  const mfaAt = amr?.includes(secondFactorMethod) ? authTime : undefined;
  return personClaims({ user, place }, { scope: token.scope, authTime, sessionId, mfaAt }, claimsNamespace);
}
