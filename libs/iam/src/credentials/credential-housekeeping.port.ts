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
   * without a credential. Revoked credentials of issuers other than `issuer` stay, because their clients do.
   * Rejects with `StoreUnavailable`.
   */
  abstract removeOld(at: { readonly now: Date; readonly issuer: string }): Promise<HousekeepingDone>;

  /**
   * Deletes the revoked credentials of an issuer whose clients an operator has deleted, and returns their number. A later run
   * deletes those with an idempotency key. Rejects with `StoreUnavailable`.
   */
  abstract forgetRevoked(issuer: string): Promise<number>;
}
