import { CertificateRenderer, type IssuedCertificate } from '@governance/assessments';
import { inSpan } from '@governance/tracing';
import { type RenderMetrics } from './render-metrics';

/** Renders with another renderer, in a span, and measures the number, duration and outcome. */
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
      const span = { name: 'print certificate', kind: 'INTERNAL' } as const;
      const pdf = await inSpan(span, () => this.renderer.render(certificate));
      outcome = 'done';
      return pdf;
    } finally {
      this.metrics.rendered(outcome, (performance.now() - began) / 1000);
    }
  }
}
