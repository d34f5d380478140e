/**
 * A PDF that the holder of a result may download. `none`: not requested, or removed. `parked`: it could not be made, and may
 * be requested again from `retryAt` on. `unmakeable`: the result has none of its kind, even if one is stored.
 */
export type ResultDocument =
  | { readonly kind: 'none' | 'queued' | 'unmakeable' }
  | { readonly kind: 'parked'; readonly retryAt: Date }
  | { readonly kind: 'stored'; readonly bytes: Uint8Array };

export interface DocumentRequest {
  /** A UUID; the caller has checked that. */
  readonly resultId: string;
  readonly now: Date;
  /** Requests allowed per hour, for all results together. */
  readonly perHour: number;
}

/** `over_budget`: too many documents were requested within the last hour. */
export type DocumentRequestOutcome = 'queued' | 'over_budget';

/** The job of a document, by its result, and the lease of the worker that makes it. */
export interface HeldDocument {
  readonly key: string;
  readonly lease: string;
}

/**
 * PDFs of one kind that are made on request and stored for a limited time: at most one per result, made by one worker. Requests
 * only read and queue. `keep` and `park` return false when another worker has taken over, or when the document was removed because
 * of an erasure or a withdrawal.
 */
export abstract class ResultDocuments {
  /** Undefined for an unknown result. */
  abstract find(resultId: string): Promise<ResultDocument | undefined>;

  /**
   * Queues the document of a result that has none, or whose document is parked and may be requested again. Otherwise it
   * changes nothing, so concurrent requests queue it once.
   */
  abstract request(request: DocumentRequest): Promise<DocumentRequestOutcome>;

  /** Stores the document, sealed. */
  abstract keep(held: HeldDocument, document: Uint8Array): Promise<boolean>;

  /** Gives the document up. From `until` on, the holder may request it again. */
  abstract park(held: HeldDocument, until: Date): Promise<boolean>;
}
