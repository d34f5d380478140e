import { type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import { type PeopleStores } from '../people/people-stores';
import { secondFactorMethod } from './people-scopes';

/**
 * The grant that our pages have just made, or that the session has from before. None, when it leads nowhere any more, or into
 * an organization that expects a second factor which the session has not seen: then our pages are asked.
 */
export async function existingGrant(
  { oidc }: KoaContextWithOIDC,
  { signIns }: Pick<PeopleStores, 'signIns'>,
): Promise<Grant | undefined> {
  const { session, provider } = oidc;
  const grantId = knownGrantId(oidc);
  if (grantId === undefined) return undefined;
  const [grant, place] = await Promise.all([provider.Grant.find(grantId), signIns.find(grantId)]);
  if (!place || grant?.accountId !== session?.accountId) return undefined;
  const hasFactor = session?.amr?.includes(secondFactorMethod) === true;
  return hasFactor || place.mfaMaxAge === 0 ? grant : undefined;
}

function knownGrantId({ client, session, result }: KoaContextWithOIDC['oidc']): string | undefined {
  return result?.consent?.grantId ?? (client && session?.grantIdFor(client.clientId));
}
