import { type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import { type PeopleStores } from '../stores/people-stores';
import { hasFactorIn } from './people-scopes';

/**
 * The grant that our pages have just created, or an earlier one of the session. Undefined when the grant's organization is
 * no longer open to the user, is not the requested one, or requires a second factor that the session lacks: then the sign-in pages
 * take over.
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
  if (isForAnother(place.orgId, oidc)) return undefined;
  return hasFactorIn(session?.amr) || place.mfaMaxAge === 0 ? grant : undefined;
}

/** Whether an earlier grant is for another organization than the request. The pages have settled that of a new one. */
function isForAnother(orgId: string, { params, result }: KoaContextWithOIDC['oidc']): boolean {
  const { organization } = params ?? {};
  return result?.consent === undefined && typeof organization === 'string' && organization !== orgId;
}

function knownGrantId({ client, session, result }: KoaContextWithOIDC['oidc']): string | undefined {
  return result?.consent?.grantId ?? (client && session?.grantIdFor(client.clientId));
}
