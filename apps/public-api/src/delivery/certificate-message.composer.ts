import { certificateOf, CertificateRenderer, Clock, ResultStore } from '@governance/assessments';
import { type ClaimedDelivery, MessageComposer } from '@governance/deliveries';
import { CompletionMessage } from '@governance/mail';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';

/** Makes the completion email of a result, certificate attached (spec 6). */
@Injectable()
export class CertificateMessageComposer extends MessageComposer {
  constructor(
    private readonly results: ResultStore,
    private readonly renderer: CertificateRenderer,
    private readonly message: CompletionMessage,
    private readonly clock: Clock,
    private readonly addresses: SiteAddresses,
  ) {
    super();
  }

  async compose({ id, resultId, recipient }: ClaimedDelivery): Promise<Uint8Array> {
    const result = await this.results.find(resultId);
    if (!result) throw new Error(`delivery ${id} has no result`);
    const certificate = certificateOf(result, this.addresses.platformBaseUrl);
    const pdf = await this.renderer.render(certificate);
    return this.message.compose({ deliveryId: id, recipient, certificate, pdf, date: this.clock.now() });
  }
}
