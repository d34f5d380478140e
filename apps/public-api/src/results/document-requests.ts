import { type ResultDocument, type ResultDocuments } from '@governance/assessments';
import { RateLimits } from '@governance/deliveries';
import { Clock, type ProblemOptions } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { DocumentBudgets } from './document-budgets';
import { type DocumentProblems, unknownResult } from './result-problems';
import { type StoredDocument } from './send-document';

const hourMs = 60 * 60 * 1000;
const minuteSeconds = 60;

/** A PDF, or the reason to ask again shortly. */
export type DocumentAnswer = { readonly kind: 'queued' } | ({ readonly kind: 'stored' } & StoredDocument);

export interface AskedDocument {
  readonly resultId: string;
  /** The caller's bucket. All kinds of documents count together. */
  readonly client: string;
  readonly problems: DocumentProblems;
}

/** PDFs for holders of results. A worker makes them: a request only queues (ADR 35). */
@Injectable()
export class DocumentRequests {
  constructor(
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly budgets: DocumentBudgets,
  ) {}

  /**
   * The document of a result, requested now unless it already was.
   *
   * @throws Problem `not_found`, also when there is nothing to make it from; `too_many`; `unavailable`, when it cannot be made now
   */
  async get(documents: ResultDocuments, asked: AskedDocument): Promise<DocumentAnswer> {
    const { resultId, problems } = asked;
    const document: ResultDocument | undefined = await documents.find(resultId);
    if (!document) throw unknownResult();
    switch (document.kind) {
      case 'stored':
        return { ...document, resultId };
      case 'queued':
        return { kind: 'queued' };
      case 'unmakeable':
        throw problems.unmakeable();
      case 'parked':
        this.refuseUntil(document.retryAt, problems.parked);
        return this.request(documents, asked);
      case 'none':
        return this.request(documents, asked);
    }
  }

  private refuseUntil(retryAt: Date, parked: DocumentProblems['parked']): void {
    const seconds = Math.ceil((retryAt.getTime() - this.clock.now().getTime()) / 1_000);
    if (seconds > 0) throw parked(after(seconds));
  }

  private async request(
    documents: ResultDocuments,
    { resultId, client, problems }: AskedDocument,
  ): Promise<DocumentAnswer> {
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
