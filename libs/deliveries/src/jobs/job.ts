import { type ClaimedJob } from './job-queue.port';

const minuteMs = 60_000;

/** The work of one queue. It can run again after any step, because a worker can die at any step. */
export abstract class Job {
  abstract readonly queue: string;
  /** Longer than a run may take: another worker takes over after it. */
  readonly leaseMs: number = minuteMs;
  /** How many of its jobs a worker runs at the same time. */
  readonly atOnce: number = 1;
  /** The longest wait after a failure. */
  readonly longestRetryMs: number = minuteMs;
  /** The queue has one job, which is due again after this time. */
  readonly everyMs: number | undefined;

  /** Rejects when the job has to be tried again. `signal` asks a long run to end early. */
  abstract run(job: ClaimedJob, signal: AbortSignal): Promise<void>;
}
