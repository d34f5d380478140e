import { type ProviderClient } from '../provider/identity-provider.port';

/** The credential of a tag in our database; `clientId` is undefined during its creation. */
export interface TagOwner {
  readonly credentialId: string;
  readonly clientId: string | undefined;
  readonly issuer: string;
}

/**
 * Whether a client of the provider belongs to no credential and must be deleted. The row of a credential is written before
 * its client is created, so a client whose tag has no row is an orphan. The row of another issuer says nothing about a client of
 * this provider, which is then kept.
 */
export function isOrphan(
  client: ProviderClient,
  { owner, issuer }: { readonly owner: TagOwner | undefined; readonly issuer: string },
): boolean {
  if (owner === undefined) return true;
  if (owner.issuer !== issuer) return false;
  return owner.clientId !== undefined && owner.clientId !== client.clientId;
}
