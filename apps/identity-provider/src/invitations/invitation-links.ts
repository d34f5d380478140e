/** Where invited people go. */
export class InvitationLinks {
  constructor(private readonly issuer: string) {}

  /** What the mail holds, and nothing else may. */
  of(token: string): string {
    return `${this.issuer}/invitations/${token}`;
  }
}
