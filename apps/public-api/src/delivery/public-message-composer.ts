import { type ClaimedDelivery, MessageComposer } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
import { CampaignCodeComposer } from './campaign-code-composer';
import { CertificateMessageComposer } from './certificate-message-composer';
import { DomainProofMessageComposer } from './domain-proof-message-composer';
import { RenewalReminderComposer } from './renewal-reminder-composer';

/** Composes every mail of the public surface. */
@Injectable()
export class PublicMessageComposer extends MessageComposer {
  constructor(
    private readonly certificates: CertificateMessageComposer,
    private readonly domains: DomainProofMessageComposer,
    private readonly reminders: RenewalReminderComposer,
    private readonly campaignCodes: CampaignCodeComposer,
  ) {
    super();
  }

  compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    return this.composerOf(delivery).compose(delivery);
  }

  private composerOf({ kind }: ClaimedDelivery): MessageComposer {
    if (kind === 'domain-proof') return this.domains;
    if (kind === 'campaign-code') return this.campaignCodes;
    return kind === 'renewal-reminder' ? this.reminders : this.certificates;
  }
}
