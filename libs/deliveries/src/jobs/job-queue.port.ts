/** A job that one worker holds until its lease expires. */
export interface ClaimedJob {
  readonly queue: string;
  /** What the job is about, unique in its queue. Empty for a repeated job. */
  readonly key: string;
  readonly lease: string;
  /** Started attempts, including this one. */
  readonly attempts: number;
  /** The trace that it was added in. */
  readonly traceparent?: string | null;
}

export interface JobWait {
  readonly timeoutMs: number;
  /** Takes a connection that listens. */
  readonly isHinted: boolean;
  readonly signal: AbortSignal;
}

/** How much a queue has to do. */
export interface JobBacklog {
  readonly queue: string;
  /** Jobs that are due and that no worker holds. */
  readonly due: number;
  readonly dueSince: Date | undefined;
  /** Jobs whose last attempt failed. */
  readonly failing: number;
}

/**
 * Jobs of one database, the longest due first. A job is added in the transaction of the row that it is about, by a trigger, so
 * that both exist or neither. A claim hides the job until its lease expires; a worker that dies only delays it.
 */
export abstract class JobQueue {
  /** Adds the repeated jobs that do not exist yet. */
  abstract plan(queues: readonly string[], now: Date): Promise<void>;

  /** Claims the longest due job of the queues, each with its own lease. */
  abstract claim(
    queues: readonly { readonly queue: string; readonly leaseMs: number }[],
    now: Date,
  ): Promise<ClaimedJob | undefined>;

  /** Removes a job that is done, unless another worker holds it or it was added again in the meantime. */
  abstract finish(job: ClaimedJob): Promise<void>;

  /** Returns a job after a failure, or for its next turn, with the same exceptions. `failure` contains no personal data. */
  abstract putBack(
    job: ClaimedJob,
    next: { readonly dueAt: Date; readonly failure?: string | undefined },
  ): Promise<void>;

  abstract measure(queues: readonly string[], now: Date): Promise<readonly JobBacklog[]>;

  /** Resolves when a job may be due: after `timeoutMs`, at a hint from the database if wanted, or when `signal` aborts. */
  abstract wait(options: JobWait): Promise<void>;
}
