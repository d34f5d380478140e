import { Problem } from '@governance/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { InvitationLinks } from '../invitations/invitation-links';
import {
  type HeldInvitations,
  type Invited,
  InvitationsStore,
  type Offer,
  type StateOfInvitation,
} from '../invitations/invitations.store';
import { found } from './found';

export interface OfferedInvitation {
  /** Only for the invitation mail. */
  readonly link: string;
  readonly orgName: string;
}

/** Offers invitations and returns their links, and withdraws them. */
@Injectable()
export class InvitationsService {
  constructor(
    @Inject(InvitationsStore)
    private readonly invitations: Pick<InvitationsStore, 'hold' | 'withdraw' | 'statesOf'>,
    private readonly links: InvitationLinks,
  ) {}

  /**
   * Offers the invitation, which withdraws older ones to the same address. An invitation that was offered before stays unchanged,
   * accepted or not. @throws a 404 when the organization or connection does not exist, or a 409 when the invitation is withdrawn,
   * a newer one exists, or another one has its token.
   */
  offer(id: string, offer: Offer): Promise<OfferedInvitation> {
    return this.invitations.hold(offer.orgId, async (held) => {
      const orgName = found(await held.orgNameOf(offer));
      if (!(await isOffered(held, id, offer))) {
        if (await held.hasNewer(id, offer)) {
          throw new Problem('conflict', 'there is a newer invitation to this address');
        }
        if (!(await held.replaceOlder(id, offer))) {
          throw new Problem('conflict', 'the token belongs to another invitation');
        }
      }
      return { link: this.links.of(offer.token), orgName };
    });
  }

  /** @throws a 409 when the invitation was accepted. */
  async withdraw(id: string, invited: Invited): Promise<void> {
    const isWithdrawn = await this.invitations.withdraw(id, invited);
    if (!isWithdrawn) throw new Problem('conflict', 'the invitation has been accepted');
  }

  /** The states of the known ones of these invitations. */
  statesOf(orgId: string, ids: readonly string[]): Promise<readonly StateOfInvitation[]> {
    return this.invitations.statesOf(orgId, ids);
  }
}

/** Whether the same invitation was offered before. @throws a 409 when it cannot be accepted by this token. */
async function isOffered(held: HeldInvitations, id: string, { token }: Offer): Promise<boolean> {
  const isOpen = await held.isOpenFor(id, token);
  if (isOpen === false) throw new Problem('conflict', 'the invitation has been replaced');
  return isOpen === true;
}
