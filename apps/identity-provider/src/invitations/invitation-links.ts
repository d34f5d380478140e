/** Links that invitees open. */
export class InvitationLinks {
  constructor(private readonly issuer: string) {}

  /** Only the mail may contain this link. */
  of(token: string): string {
    return `${this.issuer}/invitations/${token}`;
  }
}
