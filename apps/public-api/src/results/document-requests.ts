import { type ResultDocument, type ResultDocuments } from '@governance/assessments';
import { RateLimits } from '@governance/deliveries';
import { Clock, Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { DocumentBudgets } from './document-budgets';
import { unknownResult } from './read-results.service';
import { type StoredDocument } from './send-document';

const hourMs = 60 * 60 * 1000;
const minuteSeconds = 60;

/** A PDF, or the reason to ask again shortly. */
export type DocumentAnswer = { readonly kind: 'queued' } | ({ readonly kind: 'stored' } & StoredDocument);

/** The error texts of one kind of documents. */
export interface DocumentTexts {
  readonly unmakeable: string;
  readonly tooMany: string;
  readonly overBudget: string;
  readonly parked: string;
}

export interface AskedDocument {
  readonly resultId: string;
  /** The caller's bucket. All kinds of documents count together. */
  readonly client: string;
  readonly texts: DocumentTexts;
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
    const { resultId, texts } = asked;
    const document: ResultDocument | undefined = await documents.find(resultId);
    if (!document) throw unknownResult();
    switch (document.kind) {
      case 'stored':
        return { ...document, resultId };
      case 'queued':
        return { kind: 'queued' };
      case 'unmakeable':
        throw new Problem('not_found', texts.unmakeable);
      case 'parked':
        this.refuseUntil(document.retryAt, texts.parked);
        return this.request(documents, asked);
      case 'none':
        return this.request(documents, asked);
    }
  }

  private refuseUntil(retryAt: Date, text: string): void {
    const seconds = Math.ceil((retryAt.getTime() - this.clock.now().getTime()) / 1_000);
    if (seconds > 0) throw refused(text, seconds);
  }

  private async request(
    documents: ResultDocuments,
    { resultId, client, texts }: AskedDocument,
  ): Promise<DocumentAnswer> {
    const now = this.clock.now();
    const { perClientHour, perHour } = this.budgets;
    const hit = { key: `document ${client}`, limit: perClientHour, windowMs: hourMs, now };
    await this.limits.hitOrRefuse(hit, texts.tooMany);
    const outcome = await documents.request({ resultId, now, perHour });
    if (outcome === 'over_budget') throw refused(texts.overBudget, minuteSeconds);
    return { kind: 'queued' };
  }
}

function refused(text: string, seconds: number): Problem {
  return new Problem('unavailable', text, { headers: { 'retry-after': String(seconds) } });
}
