import { CampaignMails } from '@governance/assessments';
import { type ClaimedDelivery, DeliveryObsolete, MessageComposer } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { CampaignMessage } from '@governance/mail';
import { Injectable } from '@nestjs/common';
import { PublicSite } from './public-site';

/** Composes the mails of campaigns, from what still holds when they are sent. */
@Injectable()
export class CampaignMessageComposer extends MessageComposer {
  constructor(
    private readonly mails: CampaignMails,
    private readonly message: CampaignMessage,
    private readonly site: PublicSite,
    private readonly clock: Clock,
  ) {
    super();
  }

  async compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    const { id: deliveryId, recipient, kind } = delivery;
    if (kind !== 'campaign-invitation' && kind !== 'campaign-reminder')
      throw new Error(`delivery ${deliveryId} is not of a campaign`);
    const date = this.clock.now();
    const mail = await this.mails.find(delivery.draftId, date);
    if (typeof mail === 'string') throw new DeliveryObsolete(mail);
    const { capability, ...content } = mail;
    const link = `${this.site.baseUrl}/campaign/${capability}`;
    const isReminder = kind === 'campaign-reminder';
    return this.message.compose({
      ...content,
      deliveryId,
      recipient,
      date,
      isReminder,
      link,
      optOutUrl: `${link}/opt-out`,
    });
  }
}
