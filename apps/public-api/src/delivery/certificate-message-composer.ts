import { Clock } from '@governance/kernel';
import { ResultStore } from '@governance/assessments';
import { type ClaimedDelivery, MessageComposer } from '@governance/deliveries';
import { CompletionMessage } from '@governance/mail';
import { Injectable } from '@nestjs/common';
import { rubricOf } from '../checked-answers';
import { MailedCertificate } from '../certification/mailed-certificate';
import { MessageLinks } from './message-links';

/** Composes the completion email of a result, with the certificate attached (spec 6). */
@Injectable()
export class CertificateMessageComposer extends MessageComposer {
  constructor(
    private readonly results: ResultStore,
    private readonly certificates: MailedCertificate,
    private readonly message: CompletionMessage,
    private readonly links: MessageLinks,
    private readonly clock: Clock,
  ) {
    super();
  }

  async compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    const { id, recipient } = delivery;
    if (!('resultId' in delivery)) throw new Error(`delivery ${id} is not for this worker`);
    const result = await this.results.find(delivery.resultId);
    if (!result) throw new Error(`delivery ${id} has no result`);
    const made = await this.certificates.make(result, recipient);
    return this.message.compose({
      deliveryId: id,
      recipient,
      date: this.clock.now(),
      plan: rubricOf(result.rubric.version).assess(result.answers, result.mode).remediation,
      ...this.links.of(result.id, recipient),
      ...made,
    });
  }
}
