/** Removes what nothing asks for any more. Can be repeated, and run by several at once; a worker calls it now and then. */
export abstract class InvitationHousekeeping {
  /**
   * Invitations that have expired, with the addresses in them and their mail, unless that is still to be cancelled. The
   * audit trail keeps what it said of them. Answers how many went. Rejects with `StoreUnavailable`.
   */
  abstract removeExpired(now: Date): Promise<number>;
}
