import { type ClaimedDelivery, MessageComposer } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
import { CertificateMessageComposer } from './certificate-message-composer';
import { DomainProofMessageComposer } from './domain-proof-message-composer';

/** Composes every mail of the public surface. */
@Injectable()
export class PublicMessageComposer extends MessageComposer {
  constructor(
    private readonly certificates: CertificateMessageComposer,
    private readonly domains: DomainProofMessageComposer,
  ) {
    super();
  }

  compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    return (delivery.kind === 'domain-proof' ? this.domains : this.certificates).compose(delivery);
  }
}
