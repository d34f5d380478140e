import { Injectable } from '@nestjs/common';
import { InvitationLinks } from '../invitations/invitation-links';
import { type Invited, InvitationsStore, type Offer } from '../invitations/invitations.store';
import { found } from './found';

interface OfferedInvitation {
  /** Only for the invitation mail. */
  readonly link: string;
  readonly orgName: string;
}

/** Offers invitations and returns their links, and withdraws them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsStore,
    private readonly links: InvitationLinks,
  ) {}

  /** @throws a 404 when the organization or connection does not exist, or a 409 when a newer invitation has replaced it. */
  async offer(id: string, offer: Offer): Promise<OfferedInvitation> {
    const orgName = found(await this.invitations.put(id, offer));
    return { link: this.links.of(offer.token), orgName };
  }

  /** @throws a 409 when the invitation was accepted. */
  async withdraw(id: string, invited: Invited): Promise<void> {
    await this.invitations.withdraw(id, invited);
  }
}
