import { type Invitation } from './invitation';

/** What invited people show, and what it opens. */
export interface InvitationOffer extends Invitation {
  /** 256 random bits as text; the provider keeps a hash of it. */
  readonly token: string;
}

/** A newer invitation to the same address has taken the place of this one. */
export class InvitationOutdated extends Error {
  override readonly name = 'InvitationOutdated';
}

/** Where invited people accept: at the identity provider, since that is where they sign in. */
export abstract class InvitationDesk {
  /** Whether a member of the organization has the address. Rejects with `IdentityProviderUnavailable`. */
  abstract hasMember(orgId: string, email: string): Promise<boolean>;

  /**
   * Lets the invitation be accepted, once, until it expires, and tells the link for its mail. Older ones to the same
   * address in the organization are dead when this resolves. Can be repeated: one that has been accepted stays so.
   * Rejects with `InvitationOutdated` or `IdentityProviderUnavailable`.
   */
  abstract offer(offer: InvitationOffer): Promise<{ readonly link: string }>;
}
