import { type AccessToken, errors, type FindAccount, type KoaContextWithOIDC } from 'oidc-provider';
import { type PeopleStores } from '../people/people-stores';
import { personClaims } from '../people/person-claims';
import { secondFactorMethod } from './people-scopes';

type People = Pick<PeopleStores, 'users' | 'signIns'>;

/**
 * The person of a session or of a token. Nobody, when the grant of the token leads into an organization that the person has
 * left: a refresh ends there.
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
 * What an access token says of a person. The role, its permissions and the organization's policy are those of this moment;
 * the second factor is that of the sign-in, however often the token is refreshed (spec 5.3.3).
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
  // A sign-in by somebody who has a second factor always shows it: both were shown at one time.
  const mfaAt = amr?.includes(secondFactorMethod) ? authTime : undefined;
  return personClaims({ user, place }, { scope: token.scope, authTime, sessionId, mfaAt }, claimsNamespace);
}
