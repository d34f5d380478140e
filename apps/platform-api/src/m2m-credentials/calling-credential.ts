import { invalidToken, type OrgCaller } from '@governance/auth-guards';
import { areWithinNetworks, type CredentialLimits, type CredentialStore } from '@governance/iam';
import { exceedingNetworks } from './credential-problems';

/** The limits of a machine that calls, of its credential or trust rule; undefined for a person. Throws a `Problem` (401) when it has just ended. */
export async function callingCredential(
  { kind, issuer, clientId, orgId }: OrgCaller,
  store: CredentialStore,
  now: Date,
): Promise<CredentialLimits | undefined> {
  if (kind === 'person') return undefined;
  const active = await store.systemScope('guard').findActive({ issuer, clientId, orgId, now });
  if (active?.isTrustRule) return { ...active, validForDays: undefined, endsBy: active.expiresAt };
  const credential = active && (await store.forOrg(orgId).find(active.id));
  if (credential === undefined)
    throw invalidToken(new Error('the machine has no active credential in its organization'));
  return credential;
}

/** A machine that is limited to networks gets no secret or key that works outside them. Throws a `Problem` (403). */
export function refuseWiderNetworks(
  { allowedNetworks }: Pick<CredentialLimits, 'allowedNetworks'>,
  calling: CredentialLimits | undefined,
): void {
  if (calling?.allowedNetworks === undefined) return;
  if (allowedNetworks === undefined || !areWithinNetworks(allowedNetworks, calling.allowedNetworks))
    throw exceedingNetworks();
}
