import { DocumentStores } from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { DocumentMetrics } from './document-metrics';

/** What the jobs of all kinds of documents share. */
@Injectable()
export class DocumentWork {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly stores: DocumentStores,
    readonly clock: Clock,
    readonly metrics: DocumentMetrics,
  ) {}

  /** One document at a time, so that mail always has a page of the browser, and the kinds in turn. */
  inTurn(make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const made = this.last.then(make, make);
    this.last = made.catch(() => undefined);
    return made;
  }
}
