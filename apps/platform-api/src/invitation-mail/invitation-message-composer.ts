import { Clock } from '@governance/kernel';
import { type ClaimedDelivery, DeliveryObsolete, MessageComposer } from '@governance/deliveries';
import {
  type AuditActor,
  InvitationGateway,
  type InvitationOffer,
  InvitationOutdated,
  InvitationStore,
  isMemberId,
  MemberDirectory,
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
    private readonly members: MemberDirectory,
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
    const { invitation, token, invitedBy } = unsent;
    const offered = await this.offer({ ...invitation, token });
    const { orgId, role, expiresAt } = invitation;
    const inviter = await this.nameOf(orgId, invitedBy);
    return this.message.compose({ deliveryId, recipient, inviter, role, expiresAt, date: now, ...offered });
  }

  /** As the provider knows the person now. Undefined for machines, operators, and people who are no longer members. */
  private async nameOf(orgId: string, { kind, subject }: AuditActor): Promise<string | undefined> {
    return kind === 'person' && isMemberId(subject)
      ? (await this.members.find(orgId, subject))?.name
      : undefined;
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
