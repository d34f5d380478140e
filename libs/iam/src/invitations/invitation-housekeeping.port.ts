/** Deletes rows that are no longer needed. Can be repeated and run concurrently; a worker calls it periodically. */
export abstract class InvitationHousekeeping {
  /**
   * Deletes invitations that expired at this time or before, with their addresses and their mail, unless the mail must still
   * be cancelled. The audit trail keeps its rows. Returns the number of deleted invitations. Rejects with
   * `StoreUnavailable`.
   */
  abstract removeExpired(until: Date): Promise<number>;
}
