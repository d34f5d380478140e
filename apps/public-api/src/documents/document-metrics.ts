import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

const documentOutcomes = ['stored', 'postponed', 'parked', 'lost'] as const;
export type DocumentOutcome = (typeof documentOutcomes)[number];

/** The operators' metrics of PDFs for download. No label names a result. */
@Injectable()
export class DocumentMetrics {
  private readonly attempts: Counter;

  constructor(registry: Registry) {
    this.attempts = new Counter({
      name: 'certificate_documents_total',
      help: 'Attempts to make a PDF for download, certificate or evidence report, by outcome; a parked one waits for another request of its holder',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of documentOutcomes) this.attempts.inc({ outcome }, 0);
  }

  attempted(outcome: DocumentOutcome): void {
    this.attempts.inc({ outcome });
  }
}
