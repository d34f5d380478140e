import { type ClaimedDelivery, MessageComposer } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
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
  ) {
    super();
  }

  compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    return this.composerOf(delivery).compose(delivery);
  }

  private composerOf({ kind }: ClaimedDelivery): MessageComposer {
    if (kind === 'domain-proof') return this.domains;
    return kind === 'renewal-reminder' ? this.reminders : this.certificates;
  }
}
