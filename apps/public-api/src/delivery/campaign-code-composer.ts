import { type ClaimedDelivery, DeliveryObsolete, MessageComposer } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { CampaignCodeMessage } from '@governance/mail';
import { Injectable } from '@nestjs/common';
import { CampaignCodes, codeLifeMs } from '../campaign/campaign-codes';
import { MessageLinks } from './message-links';

/** Composes the mail with the code of a campaign. It reads nothing of the campaign. */
@Injectable()
export class CampaignCodeComposer extends MessageComposer {
  constructor(
    private readonly message: CampaignCodeMessage,
    private readonly codes: CampaignCodes,
    private readonly links: MessageLinks,
    private readonly clock: Clock,
  ) {
    super();
  }

  async compose({ id, kind, recipient, createdAt }: ClaimedDelivery): Promise<Uint8Array> {
    if (kind !== 'campaign-code') throw new Error(`delivery ${id} has no code`);
    const [now, expiresAt] = [this.clock.now(), new Date(createdAt.getTime() + codeLifeMs)];
    if (expiresAt <= now) throw new DeliveryObsolete('CampaignCodeOver');
    return this.message.compose({
      deliveryId: id,
      recipient,
      date: now,
      code: this.codes.of(id),
      expiresAt,
      blockUrl: this.links.blockUrlOf(recipient),
    });
  }
}
