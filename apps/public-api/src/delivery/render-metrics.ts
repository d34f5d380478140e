import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';

/** From a warm browser's print to the deadline of one that hangs. */
const renderBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** What operators measure of the browser. No label names a certificate. */
@Injectable()
export class RenderMetrics {
  private readonly renders: Histogram;

  constructor(registry: Registry) {
    this.renders = new Histogram({
      name: 'certificate_render_duration_seconds',
      help: 'Time to draw a certificate, waiting for the browser included',
      labelNames: ['outcome'],
      buckets: renderBuckets,
      registers: [registry],
    });
  }

  rendered(outcome: 'done' | 'failed', seconds: number): void {
    this.renders.observe({ outcome }, seconds);
  }
}
