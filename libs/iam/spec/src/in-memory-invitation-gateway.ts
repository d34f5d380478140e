import {
  type Invitation,
  InvitationGateway,
  type InvitationOffer,
  InvitationOutdated,
  type MemberSearch,
  type OfferedInvitation,
  type OfferState,
} from '../../src';
import { type FaultyWire } from './faulty-wire';

/** An invitation gateway in memory. Unlike the real one it distinguishes addresses by case and tag. */
export class InMemoryInvitationGateway extends InvitationGateway {
  /** `{orgId} {address}` of each member, and `{orgId} {address} {connectionId}` of each member with that connection. */
  readonly members = new Set<string>();
  /** The open invitations, by `{orgId} {address}`. */
  readonly offers = new Map<string, InvitationOffer>();
  /** The ids of accepted invitations. */
  readonly accepted = new Set<string>();
  private readonly withdrawn = new Set<string>();

  constructor(private readonly wire: FaultyWire) {
    super();
  }

  hasMember({ orgId, email, connectionId }: MemberSearch): Promise<boolean> {
    const place = [orgId, email, connectionId].filter((part) => part !== undefined).join(' ');
    return this.wire.call(() => this.members.has(place));
  }

  offer(offer: InvitationOffer): Promise<OfferedInvitation> {
    return this.wire.call(() => {
      const place = placeOf(offer);
      const present = this.offers.get(place);
      const isOlder = present && present.id !== offer.id && present.createdAt >= offer.createdAt;
      if (isOlder || this.withdrawn.has(offer.id)) throw new InvitationOutdated();
      if (present && present.id !== offer.id) this.withdrawn.add(present.id);
      this.offers.set(place, offer);
      return { link: `https://identity.example.org/invitations/${offer.token}`, orgName: offer.orgId };
    });
  }

  withdraw(invitation: Invitation): Promise<'withdrawn' | 'accepted'> {
    return this.wire.call(() => {
      const { id } = invitation;
      if (this.accepted.has(id)) return 'accepted';
      this.withdrawn.add(id);
      if (this.offers.get(placeOf(invitation))?.id === id) this.offers.delete(placeOf(invitation));
      return 'withdrawn';
    });
  }

  states(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, OfferState>> {
    return this.wire.call(() => {
      const offered = [...this.offers.values()].filter((offer) => offer.orgId === orgId);
      const known = new Map<string, OfferState>(offered.map(({ id }) => [id, 'offered']));
      for (const id of this.withdrawn) known.set(id, 'withdrawn');
      for (const id of this.accepted) known.set(id, 'accepted');
      return new Map([...known].filter(([id]) => ids.includes(id)));
    });
  }
}

function placeOf({ orgId, email }: Invitation): string {
  return `${orgId} ${email}`;
}
