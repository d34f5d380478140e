import { failureOf } from '../failure';
import { retryDelayMs } from '../retry-policy';
import { type Job } from './job';
import { type ClaimedJob, type JobQueue } from './job-queue.port';

/** Hints wake a worker at once. This finds jobs that become due, and those whose hint was lost. */
const pollMs = 5_000;
/** Of a program whose jobs all repeat: none is added, so it needs no hints. */
const longPollMs = 60_000;

export const jobOutcomes = ['done', 'failed'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

export interface JobRunnerParts {
  readonly queue: JobQueue;
  readonly jobs: readonly Job[];
  readonly now: () => Date;
  /** From 0 to 1; spreads the retries. */
  readonly random: () => number;
  /** Runs an attempt as part of the trace of its job. */
  readonly trace: (job: ClaimedJob, attempt: () => Promise<void>) => Promise<void>;
  /** Reports to the operator. Keys are not reported, because some are capabilities. */
  readonly report: (outcome: JobOutcome, details: { queue: string; attempts: number; err?: unknown }) => void;
}

/** Runs the due jobs of a program. Any number of programs run it: a job belongs to the worker that has claimed it. */
export class JobRunner {
  private readonly running = new Map<Promise<void>, string>();

  constructor(private readonly parts: JobRunnerParts) {}

  /** Runs until the signal aborts or the queue fails, and finishes the current jobs first. Rejects when the queue fails. */
  async run(signal: AbortSignal): Promise<void> {
    const { queue, jobs, now } = this.parts;
    try {
      const repeated = jobs.filter(({ everyMs }) => everyMs !== undefined);
      await queue.plan(
        repeated.map(({ queue: name }) => name),
        now(),
      );
      while (!signal.aborted) if (!(await this.startNext(signal))) await this.rest(signal);
    } finally {
      await Promise.all(this.running.keys());
    }
  }

  private async startNext(signal: AbortSignal): Promise<boolean> {
    const { queue, jobs, now } = this.parts;
    const names = [...this.running.values()];
    const free = jobs.filter((job) => names.filter((name) => name === job.queue).length < job.atOnce);
    const claimed = free.length === 0 ? undefined : await queue.claim(free, now());
    const job = free.find(({ queue: name }) => name === claimed?.queue);
    if (!claimed || !job) return false;
    const attempt = (): Promise<void> => this.attempt(job, claimed, signal);
    const run: Promise<void> = this.parts.trace(claimed, attempt).finally(() => this.running.delete(run));
    this.running.set(run, job.queue);
    return true;
  }

  /** Until a hint, the next poll, or the end of a job, whose queue is then free. */
  private async rest(signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const { queue, jobs } = this.parts;
    const isHinted = jobs.some(({ everyMs }) => everyMs === undefined);
    const hint = queue.wait({ timeoutMs: isHinted ? pollMs : longPollMs, isHinted, signal: either });
    await Promise.race([hint, ...this.running.keys()]);
    over.abort();
  }

  private async attempt(job: Job, claimed: ClaimedJob, signal: AbortSignal): Promise<void> {
    const { queue, attempts } = claimed;
    try {
      await job.run(claimed, signal);
      await this.finish(job, claimed);
      this.parts.report('done', { queue, attempts });
    } catch (err) {
      this.parts.report('failed', { queue, attempts, err });
      // Without the database the job is due again after its lease.
      await this.retry(job, claimed, err).catch(() => undefined);
    }
  }

  private finish({ everyMs }: Job, claimed: ClaimedJob): Promise<void> {
    const { queue } = this.parts;
    return everyMs === undefined
      ? queue.finish(claimed)
      : queue.putBack(claimed, { dueAt: this.after(everyMs) });
  }

  private retry({ longestRetryMs }: Job, claimed: ClaimedJob, error: unknown): Promise<void> {
    const { queue, random } = this.parts;
    const delayMs = Math.min(retryDelayMs(claimed.attempts, random()), longestRetryMs);
    return queue.putBack(claimed, { dueAt: this.after(delayMs), failure: failureOf(error) });
  }

  private after(ms: number): Date {
    return new Date(this.parts.now().getTime() + ms);
  }
}
