import {
  InvitationGateway,
  type InvitationOffer,
  InvitationOutdated,
  type MemberSearch,
  type OfferedInvitation,
} from '../../src';
import { type FaultyWire } from './faulty-wire';

/** An invitation gateway in memory. Unlike the real one it distinguishes addresses by case and tag. */
export class InMemoryInvitationGateway extends InvitationGateway {
  /** `{orgId} {address}` of each member, and `{orgId} {address} {connectionId}` of each member with that connection. */
  readonly members = new Set<string>();
  /** The open invitations, by `{orgId} {address}`. */
  readonly offers = new Map<string, InvitationOffer>();

  constructor(private readonly wire: FaultyWire) {
    super();
  }

  hasMember({ orgId, email, connectionId }: MemberSearch): Promise<boolean> {
    const place = [orgId, email, connectionId].filter((part) => part !== undefined).join(' ');
    return this.wire.call(() => this.members.has(place));
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
