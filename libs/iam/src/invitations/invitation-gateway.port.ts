import { type Invitation } from './invitation';

/** An invitation with the token that opens it. */
export interface InvitationOffer extends Invitation {
  /** 256 random bits as text; the provider stores a hash of it. */
  readonly token: string;
}

/**
 * The invitation can no longer be accepted: a newer one to the same address has replaced it, or its organization or
 * connection no longer exists.
 */
export class InvitationOutdated extends Error {
  override readonly name = 'InvitationOutdated';
}

/** Data for the invitation mail that only the provider has. */
export interface OfferedInvitation {
  readonly link: string;
  /** The display name of the organization. */
  readonly orgName: string;
}

/** What the provider knows of an invitation. `withdrawn`: it can no longer be accepted. An expired one stays `offered`. */
export const offerStates = ['offered', 'accepted', 'withdrawn'] as const;

export type OfferState = (typeof offerStates)[number];

/** The search for an existing membership of an invitee. */
export interface MemberSearch {
  readonly orgId: string;
  readonly email: string;
  /** The connection that the invitation is pinned to. */
  readonly connectionId: string | undefined;
}

/** The identity provider's side of invitations. Invitees accept there, because they sign in there. */
export abstract class InvitationGateway {
  /**
   * Whether an account with the address is a member of the organization: through the pinned connection, or through any
   * sign-in method if none is pinned. Rejects with `IdentityProviderUnavailable`.
   */
  abstract hasMember(search: MemberSearch): Promise<boolean>;

  /**
   * Makes the invitation acceptable, once, until it expires, and returns the data for its mail. Older invitations to the
   * same address in the organization are no longer valid when this resolves. Can be repeated: an accepted invitation stays
   * accepted. Rejects with `InvitationOutdated` or `IdentityProviderUnavailable`.
   */
  abstract offer(offer: InvitationOffer): Promise<OfferedInvitation>;

  /**
   * Ends an invitation, offered or not: when this resolves to `withdrawn`, it cannot be accepted, and a late `offer` rejects
   * with `InvitationOutdated`. Can be repeated. `accepted`: it was accepted before, and nothing has changed. Rejects with
   * `IdentityProviderUnavailable`.
   */
  abstract withdraw(invitation: Invitation): Promise<'withdrawn' | 'accepted'>;

  /**
   * The states of at most 200 invitations of the organization, by id. An invitation without a state was not offered, or its
   * connection no longer exists. Rejects with `IdentityProviderUnavailable`.
   */
  abstract states(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, OfferState>>;
}
