import { type Certificate, CertificateRenderer } from '@governance/assessments';
import { type DeliveryMetrics } from './delivery-metrics';

/** Draws with another renderer and counts how often, how long and how well. */
export class MeasuredCertificateRenderer extends CertificateRenderer {
  constructor(
    private readonly renderer: CertificateRenderer,
    private readonly metrics: Pick<DeliveryMetrics, 'rendered'>,
  ) {
    super();
  }

  async render(certificate: Certificate): Promise<Uint8Array> {
    const began = performance.now();
    let outcome: 'done' | 'failed' = 'failed';
    try {
      const pdf = await this.renderer.render(certificate);
      outcome = 'done';
      return pdf;
    } finally {
      this.metrics.rendered(outcome, (performance.now() - began) / 1000);
    }
  }
}
