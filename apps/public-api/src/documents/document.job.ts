import { type ResultDocuments } from '@governance/assessments';
import { type ClaimedJob, failureOf, Job } from '@governance/deliveries';
import { Logger } from '@nestjs/common';
import { type DocumentOutcome } from './document-metrics';
import { type DocumentWork } from './document-work';

/** Ten times the size of a certificate. */
const mostBytes = 2 * 1024 * 1024;
/** A holder waits for the document: after about a minute of retries it is parked, and the holder decides. */
const mostAttempts = 4;
/** A parked document may be requested again after this time. */
const parkedMs = 10 * 60 * 1000;

class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
}

class AttemptsExhausted extends Error {
  override readonly name = 'AttemptsExhausted';
}

/** Makes the requested documents of one kind. Only the worker that holds the job stores its document. */
export abstract class DocumentJob extends Job {
  /** Longer than a browser start and a print may take, after those of the other kind. */
  override readonly leaseMs = 30_000;
  private readonly logger = new Logger('Documents');

  protected constructor(
    private readonly work: DocumentWork,
    private readonly documents: Pick<ResultDocuments, 'find' | 'keep' | 'park'>,
  ) {
    super();
  }

  /** By the key of the job. Rejects when the deadline of the browser passes. */
  protected abstract make(key: string): Promise<Uint8Array>;

  async run(job: ClaimedJob): Promise<void> {
    try {
      this.report(job, (await this.attempt(job)) ? 'stored' : 'lost');
    } catch (error) {
      const isOver = error instanceof DocumentTooLarge || job.attempts >= mostAttempts;
      if (isOver) return this.park(job, failureOf(error));
      this.report(job, 'postponed', failureOf(error));
      throw error;
    }
  }

  private async attempt(job: ClaimedJob): Promise<boolean> {
    const { key, attempts } = job;
    // Removed by an erasure or a withdrawal, or made by a worker of the previous release.
    if ((await this.documents.find(key))?.kind !== 'queued') return false;
    // A document that crashes its worker never reports a failure, so the claims are counted.
    if (attempts > mostAttempts) throw new AttemptsExhausted();
    const document = await this.work.inTurn(() => this.make(key));
    if (document.length > mostBytes) throw new DocumentTooLarge();
    return this.documents.keep(job, document);
  }

  private async park(job: ClaimedJob, failure: string): Promise<void> {
    const until = new Date(this.work.clock.now().getTime() + parkedMs);
    const isHeld = await this.documents.park(job, until);
    this.report(job, isHeld ? 'parked' : 'lost', failure);
  }

  private report({ attempts }: ClaimedJob, outcome: DocumentOutcome, failure?: string): void {
    this.work.metrics.attempted(outcome);
    const line = { msg: 'document', outcome, attempts, ...(failure !== undefined && { failure }) };
    if (outcome === 'stored') this.logger.log(line);
    else this.logger.warn(line);
  }
}
