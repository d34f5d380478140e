/** A claimed document, held by one worker until its lease ends. After losing it, a worker can no longer change the document. */
export interface DocumentJob {
  readonly resultId: string;
  readonly lease: string;
  /** Started attempts, including this one. */
  readonly attempts: number;
}

/**
 * The requested documents, oldest first. A claim hides a document from other workers until `leaseUntil`; a worker that dies in
 * between only delays it. The other methods reject with `LeaseLost` when another worker has taken over, or when the document
 * was removed because of an erasure or a withdrawal. A document that became `unmakeable` is not claimed.
 */
export abstract class DocumentQueue {
  abstract claim(at: { readonly now: Date; readonly leaseUntil: Date }): Promise<DocumentJob | undefined>;

  /** Stores the document, sealed. */
  abstract keep(job: DocumentJob, document: Uint8Array): Promise<void>;

  /** Returns the job for another attempt at `until`. `failure` names the cause and contains no personal data. */
  abstract postpone(
    job: DocumentJob,
    outcome: { readonly until: Date; readonly failure: string },
  ): Promise<void>;

  /** Gives the job up. From `until` on, the holder may request the document again. */
  abstract park(job: DocumentJob, outcome: { readonly until: Date; readonly failure: string }): Promise<void>;
}
