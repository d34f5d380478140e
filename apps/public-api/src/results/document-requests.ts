import { type DocumentName, type ResultDocuments, DocumentStores } from '@governance/assessments';
import { RateLimits } from '@governance/deliveries';
import { Clock, type ProblemOptions } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { DocumentBudgets } from './document-budgets';
import { ReadResultsService } from './read-results.service';
import { type DocumentProblems, documentProblems, unknownResult } from './result-problems';
import { type StoredDocument } from './send-document';

const hourMs = 60 * 60 * 1000;
const minuteSeconds = 60;

/** A PDF, or the reason to ask again shortly. */
export type DocumentAnswer = { readonly kind: 'queued' } | ({ readonly kind: 'stored' } & StoredDocument);

interface AskedDocument {
  readonly resultId: string;
  readonly client: string;
  readonly documents: ResultDocuments;
  readonly problems: DocumentProblems;
}

/** PDFs for holders of results. A worker makes them: a request only queues (ADR 35). */
@Injectable()
export class DocumentRequests {
  constructor(
    private readonly results: ReadResultsService,
    private readonly stores: DocumentStores,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly budgets: DocumentBudgets,
  ) {}

  /**
   * A document of a result, requested now unless it already was. `client` is the caller's bucket: all kinds of documents count
   * together.
   *
   * @throws Problem `not_found`, also when there is nothing to make it from; `too_many`; `unavailable`, when it cannot be made now
   */
  async get(name: DocumentName, capability: string, client: string): Promise<DocumentAnswer> {
    const resultId = this.results.idOf(capability);
    const [documents, problems] = [this.stores.documentsOf(name), documentProblems[name]];
    const document = await documents.find(resultId);
    if (!document) throw unknownResult();
    const asked = { resultId, client, documents, problems };
    switch (document.kind) {
      case 'stored':
        return { ...document, resultId };
      case 'queued':
        return { kind: 'queued' };
      case 'unmakeable':
        throw problems.unmakeable();
      case 'parked':
        this.refuseUntil(document.retryAt, problems.parked);
        return this.request(asked);
      case 'none':
        return this.request(asked);
    }
  }

  private refuseUntil(retryAt: Date, parked: DocumentProblems['parked']): void {
    const seconds = Math.ceil((retryAt.getTime() - this.clock.now().getTime()) / 1_000);
    if (seconds > 0) throw parked(after(seconds));
  }

  private async request({ resultId, client, documents, problems }: AskedDocument): Promise<DocumentAnswer> {
    const now = this.clock.now();
    const { perClientHour, perHour } = this.budgets;
    const hit = { key: `document ${client}`, limit: perClientHour, windowMs: hourMs, now };
    await this.limits.hitOrRefuse(hit, problems.tooMany);
    const outcome = await documents.request({ resultId, now, perHour });
    if (outcome === 'over_budget') throw problems.overBudget(after(minuteSeconds));
    return { kind: 'queued' };
  }
}

function after(seconds: number): ProblemOptions {
  return { headers: { 'retry-after': String(seconds) } };
}
