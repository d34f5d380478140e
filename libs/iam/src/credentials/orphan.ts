import { type ProviderClient } from '../provider/identity-provider.port';

/** The credential of a tag in our database; `clientId` is undefined during its creation. */
export interface TagOwner {
  readonly credentialId: string;
  readonly clientId: string | undefined;
}

/**
 * Whether a client of the provider belongs to no credential and must be deleted. The row of a credential is written before
 * its client is created, so a client whose tag has no row is an orphan.
 */
export function isOrphan(client: ProviderClient, owner: TagOwner | undefined): boolean {
  return owner === undefined || (owner.clientId !== undefined && owner.clientId !== client.clientId);
}
