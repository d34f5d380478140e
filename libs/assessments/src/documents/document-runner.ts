import { failureOf, LeaseLost, retryDelayMs } from '@governance/deliveries';
import { type DocumentMaker } from './document-maker.port';
import { type DocumentJob, type DocumentQueue } from './document-queue.port';

/** Ten times the size of a certificate. */
export const maxDocumentBytes = 2 * 1024 * 1024;

/** A holder waits for the document: after about a minute of retries it is parked, and the holder decides. */
export const maxDocumentAttempts = 4;

/** A parked document may be requested again after this time. */
export const parkedMs = 10 * 60 * 1000;

export const documentOutcomes = ['stored', 'postponed', 'parked', 'lost'] as const;
export type DocumentOutcome = (typeof documentOutcomes)[number];

export interface DocumentRunnerParts {
  readonly queue: DocumentQueue;
  readonly maker: DocumentMaker;
  readonly now: () => Date;
  /** From 0 to 1; spreads the retries. */
  readonly random: () => number;
  readonly report: DocumentReporter;
  /** How long an attempt may take before another worker takes over. */
  readonly leaseMs: number;
}

/** A worker's reports to the operator: no result id, no content. */
export type DocumentReporter = (
  outcome: DocumentOutcome,
  details: { readonly attempts: number; readonly failure?: string },
) => void;

export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
}

class AttemptsExhausted extends Error {
  override readonly name = 'AttemptsExhausted';
}

/**
 * Makes requested documents, one at a time. If a worker dies at any step, another one makes the document again after the
 * lease. Only the holder of the current lease stores it, so that a result has one document.
 */
export class DocumentRunner {
  constructor(private readonly parts: DocumentRunnerParts) {}

  /** Makes one attempt at the oldest due document; undefined when none is due. Rejects when the queue fails. */
  async makeNext(): Promise<DocumentOutcome | undefined> {
    const { queue, now, leaseMs } = this.parts;
    const job = await queue.claim({ now: now(), leaseUntil: new Date(now().getTime() + leaseMs) });
    if (job === undefined) return undefined;
    try {
      return await this.attempt(job);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      return this.settle(job, 'lost');
    }
  }

  private async attempt(job: DocumentJob): Promise<DocumentOutcome> {
    let document: Uint8Array;
    try {
      document = await this.make(job);
    } catch (error) {
      return this.fail(job, error);
    }
    await this.parts.queue.keep(job, document);
    return this.settle(job, 'stored');
  }

  private async make({ resultId, attempts }: DocumentJob): Promise<Uint8Array> {
    // A document that crashes its worker never reports a failure, so the claims are counted.
    if (attempts > maxDocumentAttempts) throw new AttemptsExhausted();
    const document = await this.parts.maker.make(resultId);
    if (document.length > maxDocumentBytes) throw new DocumentTooLarge();
    return document;
  }

  private async fail(job: DocumentJob, error: unknown): Promise<DocumentOutcome> {
    const { queue, now, random } = this.parts;
    const after = (ms: number): Date => new Date(now().getTime() + ms);
    const failure = failureOf(error);
    if (error instanceof DocumentTooLarge || job.attempts >= maxDocumentAttempts) {
      await queue.park(job, { until: after(parkedMs), failure });
      return this.settle(job, 'parked', failure);
    }
    await queue.postpone(job, { until: after(retryDelayMs(job.attempts, random())), failure });
    return this.settle(job, 'postponed', failure);
  }

  private settle({ attempts }: DocumentJob, outcome: DocumentOutcome, failure?: string): DocumentOutcome {
    this.parts.report(outcome, { attempts, ...(failure !== undefined && { failure }) });
    return outcome;
  }
}
