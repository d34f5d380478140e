import { Injectable } from '@nestjs/common';
import { Counter, Histogram, Registry } from 'prom-client';

/** From a print by a warm browser to the deadline of a hanging one. */
const renderBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** The operators' metrics of the browser. No label names a certificate. */
@Injectable()
export class RenderMetrics {
  private readonly renders: Histogram;
  private readonly refusals: Counter;

  constructor(registry: Registry) {
    this.renders = new Histogram({
      name: 'certificate_render_duration_seconds',
      help: 'Time to render a certificate, including the wait for the browser',
      labelNames: ['outcome'],
      buckets: renderBuckets,
      registers: [registry],
    });
    this.refusals = new Counter({
      name: 'printed_documents_refused_total',
      help: 'Documents that the browser printed with other words than their record',
      registers: [registry],
    });
  }

  refused(): void {
    this.refusals.inc();
  }

  rendered(outcome: 'done' | 'failed', seconds: number): void {
    this.renders.observe({ outcome }, seconds);
  }
}
