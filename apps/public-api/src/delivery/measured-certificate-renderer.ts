import { CertificateRenderer, type IssuedCertificate } from '@governance/assessments';
import { type RenderMetrics } from './render-metrics';

/** Renders with another renderer, and measures the number, duration and outcome. */
export class MeasuredCertificateRenderer extends CertificateRenderer {
  constructor(
    private readonly renderer: CertificateRenderer,
    private readonly metrics: Pick<RenderMetrics, 'rendered'>,
  ) {
    super();
  }

  async render(certificate: IssuedCertificate): Promise<Uint8Array> {
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
