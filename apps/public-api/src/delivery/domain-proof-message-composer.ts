import { DomainProofs } from '@governance/assessments';
import { type ClaimedDelivery, DeliveryObsolete, domainOf, MessageComposer } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { DomainProofMessage } from '@governance/mail';
import { Injectable } from '@nestjs/common';
import { DomainLinks } from '../domain-proof/domain-links';
import { MessageLinks } from './message-links';

/** Composes the mail that asks a domain whether a certificate may name it, from what its holder asks for when it is sent. */
@Injectable()
export class DomainProofMessageComposer extends MessageComposer {
  constructor(
    private readonly proofs: DomainProofs,
    private readonly message: DomainProofMessage,
    private readonly links: DomainLinks,
    private readonly messageLinks: MessageLinks,
    private readonly clock: Clock,
  ) {
    super();
  }

  async compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    if (delivery.kind !== 'domain-proof') throw new Error(`delivery ${delivery.id} is not about a domain`);
    const { id, recipient, resultId } = delivery;
    const proof = await this.proofs.find(resultId);
    const now = this.clock.now();
    // Removed, replaced by another domain, or over: only the domain itself gets its link.
    if (!proof || proof.expiresAt <= now || domainOf(recipient) !== proof.name)
      throw new DeliveryObsolete('DomainProofOver');
    const { blockUrl } = this.messageLinks.of(resultId, recipient);
    return this.message.compose({
      deliveryId: id,
      recipient,
      date: now,
      domain: proof.name,
      link: this.links.urlOf(proof),
      blockUrl,
      expiresAt: proof.expiresAt,
    });
  }
}
