import { type ProviderClient } from '../provider/identity-provider.port';

/** What our database says of a tag; `clientId` is undefined while the credential is being created. */
export interface TagOwner {
  readonly credentialId: string;
  readonly clientId: string | undefined;
}

/**
 * Whether a client of the provider belongs to no credential, and has to be deleted. The row of a credential is written
 * before its client is created, so a client whose tag has no row belongs to nobody any more.
 */
export function isOrphan(client: ProviderClient, owner: TagOwner | undefined): boolean {
  return owner === undefined || (owner.clientId !== undefined && owner.clientId !== client.clientId);
}
