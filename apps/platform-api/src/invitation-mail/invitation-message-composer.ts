import { Clock } from '@governance/kernel';
import { type ClaimedDelivery, DeliveryObsolete, MessageComposer } from '@governance/deliveries';
import {
  InvitationGateway,
  type InvitationOffer,
  InvitationOutdated,
  InvitationStore,
  type OfferedInvitation,
} from '@governance/iam';
import { InvitationMessage } from '@governance/mail';
import { Injectable } from '@nestjs/common';

/** Composes the mail of an invitation. First offers the invitation at the provider, which returns the link. */
@Injectable()
export class InvitationMessageComposer extends MessageComposer {
  constructor(
    private readonly invitations: InvitationStore,
    private readonly gateway: InvitationGateway,
    private readonly message: InvitationMessage,
    private readonly clock: Clock,
  ) {
    super();
  }

  async compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    const { id: deliveryId, recipient } = delivery;
    if (delivery.kind !== 'invitation') throw new Error(`delivery ${deliveryId} is not for this worker`);
    const now = this.clock.now();
    const invitations = this.invitations.systemScope('invitation-mail');
    const unsent = await invitations.findUnsent(delivery.invitationId, now);
    if (unsent === undefined) throw new DeliveryObsolete('InvitationNotPending');
    const { invitation, token } = unsent;
    const offered = await this.offer({ ...invitation, token });
    const { role, expiresAt } = invitation;
    return this.message.compose({ deliveryId, recipient, role, expiresAt, date: now, ...offered });
  }

  private async offer(offer: InvitationOffer): Promise<OfferedInvitation> {
    try {
      return await this.gateway.offer(offer);
    } catch (error) {
      throw error instanceof InvitationOutdated
        ? new DeliveryObsolete('InvitationOutdated', { cause: error })
        : error;
    }
  }
}
