/** The numbers of deleted rows. */
export interface HousekeepingDone {
  readonly creationKeys: number;
  readonly revokedCredentials: number;
  readonly serviceIdentities: number;
}

/** Deletes rows that are no longer needed. Can be repeated and run concurrently; a worker calls it periodically. */
export abstract class CredentialHousekeeping {
  /**
   * Deletes idempotency keys of creations after 24 hours, revoked credentials without such a key, and service identities
   * without a credential. Rejects with `StoreUnavailable`.
   */
  abstract removeOld(now: Date): Promise<HousekeepingDone>;
}
