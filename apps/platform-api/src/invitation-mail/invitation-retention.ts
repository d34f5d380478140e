/** How long invitations stay in the list. */
export abstract class InvitationRetention {
  /** Counted from their expiry. */
  abstract readonly days: number;
}
