import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';

/** From a print by a warm browser to the deadline of a hanging one. */
const renderBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** The operators' metrics of the browser. No label names a certificate. */
@Injectable()
export class RenderMetrics {
  private readonly renders: Histogram;

  constructor(registry: Registry) {
    this.renders = new Histogram({
      name: 'certificate_render_duration_seconds',
      help: 'Time to render a certificate, including the wait for the browser',
      labelNames: ['outcome'],
      buckets: renderBuckets,
      registers: [registry],
    });
  }

  rendered(outcome: 'done' | 'failed', seconds: number): void {
    this.renders.observe({ outcome }, seconds);
  }
}
