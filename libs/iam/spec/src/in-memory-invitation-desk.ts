import { InvitationDesk, type InvitationOffer, InvitationOutdated, type OfferedInvitation } from '../../src';
import { type FaultyWire } from './faulty-wire';

/** Where invited people accept, in memory. Addresses are told apart by case and tag here. */
export class InMemoryInvitationDesk extends InvitationDesk {
  /** `{orgId} {address}` of each member. */
  readonly members = new Set<string>();
  /** What can be accepted, by `{orgId} {address}`. */
  readonly offers = new Map<string, InvitationOffer>();

  constructor(private readonly wire: FaultyWire) {
    super();
  }

  hasMember(orgId: string, email: string): Promise<boolean> {
    return this.wire.call(() => this.members.has(`${orgId} ${email}`));
  }

  offer(offer: InvitationOffer): Promise<OfferedInvitation> {
    return this.wire.call(() => {
      const place = `${offer.orgId} ${offer.email}`;
      const present = this.offers.get(place);
      if (present && present.id !== offer.id && present.createdAt >= offer.createdAt) {
        throw new InvitationOutdated();
      }
      this.offers.set(place, offer);
      return { link: `https://identity.example.org/invitations/${offer.token}`, orgName: offer.orgId };
    });
  }
}
