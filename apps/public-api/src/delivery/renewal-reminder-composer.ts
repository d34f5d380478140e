import { ResultStore } from '@governance/assessments';
import { type ClaimedDelivery, MessageComposer } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { RenewalReminderMessage } from '@governance/mail';
import { Injectable } from '@nestjs/common';
import { MessageLinks } from './message-links';

/** Composes the reminder of a result. That of a withdrawn certificate is cancelled with its other mails. */
@Injectable()
export class RenewalReminderComposer extends MessageComposer {
  constructor(
    private readonly results: ResultStore,
    private readonly message: RenewalReminderMessage,
    private readonly links: MessageLinks,
    private readonly clock: Clock,
  ) {
    super();
  }

  async compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    const { id, kind, recipient } = delivery;
    if (kind !== 'renewal-reminder') throw new Error(`delivery ${id} is no reminder`);
    const result = await this.results.find(delivery.resultId);
    if (!result) throw new Error(`delivery ${id} has no result`);
    const { resultUrl, blockUrl } = this.links.of(result.id, recipient);
    return this.message.compose({
      deliveryId: id,
      recipient,
      date: this.clock.now(),
      issuedAt: result.createdAt,
      againUrl: `${resultUrl}/again`,
      blockUrl,
    });
  }
}
