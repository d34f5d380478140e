import { type Invitation } from './invitation';

/** What invited people show, and what it opens. */
export interface InvitationOffer extends Invitation {
  /** 256 random bits as text; the provider keeps a hash of it. */
  readonly token: string;
}

/**
 * The invitation cannot be accepted any more: a newer one to the same address has taken its place, or its organization or
 * its connection is gone.
 */
export class InvitationOutdated extends Error {
  override readonly name = 'InvitationOutdated';
}

/** What the mail of an invitation says that only the provider knows. */
export interface OfferedInvitation {
  readonly link: string;
  /** The organization's, for people. */
  readonly orgName: string;
}

/** Of whom an invitation asks whether they are members already. */
export interface MemberSearch {
  readonly orgId: string;
  readonly email: string;
  /** To which the invitation is pinned. */
  readonly connectionId: string | undefined;
}

/** Where invited people accept: at the identity provider, since that is where they sign in. */
export abstract class InvitationGateway {
  /**
   * Whether an account with the address is a member of the organization: by the connection that an invitation is pinned
   * to, or by any way when it is not. Rejects with `IdentityProviderUnavailable`.
   */
  abstract hasMember(search: MemberSearch): Promise<boolean>;

  /**
   * Lets the invitation be accepted, once, until it expires, and tells what its mail says. Older ones to the same
   * address in the organization are dead when this resolves. Can be repeated: one that has been accepted stays so.
   * Rejects with `InvitationOutdated` or `IdentityProviderUnavailable`.
   */
  abstract offer(offer: InvitationOffer): Promise<OfferedInvitation>;
}
