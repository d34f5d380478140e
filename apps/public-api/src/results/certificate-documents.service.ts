import { type CertificateDocument, CertificateDocuments } from '@governance/assessments';
import { RateLimits } from '@governance/deliveries';
import { Clock, Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { DocumentBudgets } from './document-budgets';
import { ReadResultsService, unknownResult } from './read-results.service';
import { type StoredDocument } from './send-document';

const hourMs = 60 * 60 * 1000;
const minuteSeconds = 60;

/** A PDF, or the reason to ask again shortly. */
export type DocumentAnswer = { readonly kind: 'queued' } | ({ readonly kind: 'stored' } & StoredDocument);

/** The PDFs of results, for their holders. A worker makes them: a request only queues (ADR 35). */
@Injectable()
export class CertificateDocumentsService {
  constructor(
    private readonly results: ReadResultsService,
    private readonly documents: CertificateDocuments,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly budgets: DocumentBudgets,
  ) {}

  /**
   * The PDF of a result, requested now unless it already was. `client` is the caller's bucket.
   *
   * @throws Problem `not_found`, also when the certificate was withdrawn; `too_many`; `unavailable`, when it cannot be made now
   */
  async get(capability: string, client: string): Promise<DocumentAnswer> {
    const id = this.results.idOf(capability);
    const document = await this.find(id);
    switch (document.kind) {
      case 'stored':
        return { ...document, resultId: id };
      case 'queued':
        return { kind: 'queued' };
      case 'withdrawn':
        throw new Problem('not_found', 'the certificate of this result was withdrawn');
      case 'parked':
        this.refuseUntil(document.retryAt);
        return this.request(id, client);
      case 'none':
        return this.request(id, client);
    }
  }

  private async find(id: string): Promise<CertificateDocument> {
    const document = await this.documents.find(id);
    if (!document) throw unknownResult();
    return document;
  }

  private refuseUntil(retryAt: Date): void {
    const seconds = Math.ceil((retryAt.getTime() - this.clock.now().getTime()) / 1_000);
    if (seconds > 0) throw refused('the certificate could not be made, ask for it again later', seconds);
  }

  private async request(resultId: string, client: string): Promise<DocumentAnswer> {
    const now = this.clock.now();
    const { perClientHour, perHour } = this.budgets;
    const hit = { key: `document ${client}`, limit: perClientHour, windowMs: hourMs, now };
    await this.limits.hitOrRefuse(hit, 'too many certificates asked for from this address, try again later');
    const outcome = await this.documents.request({ resultId, now, perHour });
    if (outcome === 'over_budget')
      throw refused('too many certificates are being made, try again later', minuteSeconds);
    return { kind: 'queued' };
  }
}

function refused(text: string, seconds: number): Problem {
  return new Problem('unavailable', text, { headers: { 'retry-after': String(seconds) } });
}
