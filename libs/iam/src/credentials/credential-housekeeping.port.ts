/** How many rows went. */
export interface HousekeepingDone {
  readonly creationKeys: number;
  readonly revokedCredentials: number;
  readonly serviceIdentities: number;
}

/** Removes what nothing asks for any more. Can be repeated, and run by several at once; a worker calls it now and then. */
export abstract class CredentialHousekeeping {
  /**
   * Keys of creations that are 24 hours old, revoked credentials that no key names, and service identities without a
   * credential. Rejects with `StoreUnavailable`.
   */
  abstract removeOld(now: Date): Promise<HousekeepingDone>;
}
