import { Clock } from '@governance/kernel';
import { type ClaimedDelivery, DeliveryObsolete, MessageComposer } from '@governance/deliveries';
import { ExpiryNotices, OrganizationDirectory } from '@governance/iam';
import { ExpiryMessage } from '@governance/mail';
import { Injectable } from '@nestjs/common';

/** Composes the mail about secrets and keys that expire, from what still holds when it is sent. */
@Injectable()
export class ExpiryMessageComposer extends MessageComposer {
  constructor(
    private readonly notices: ExpiryNotices,
    private readonly organizations: OrganizationDirectory,
    private readonly message: ExpiryMessage,
    private readonly clock: Clock,
  ) {
    super();
  }

  async compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    const { id: deliveryId, recipient } = delivery;
    if (delivery.kind !== 'credential-expiry')
      throw new Error(`delivery ${deliveryId} is not an expiry notice`);
    const now = this.clock.now();
    const notice = await this.notices.find(delivery.noticeId, now);
    if (notice === undefined) throw new DeliveryObsolete('NothingEnds');
    const { orgId, credentials } = notice;
    // The mail does not wait for the name.
    const organization = await this.organizations.find(orgId).catch(() => undefined);
    const orgName = organization?.name ?? orgId;
    return this.message.compose({ deliveryId, recipient, date: now, orgName, credentials });
  }
}
