import { type Problem, type ProblemOptions } from '@governance/kernel';

/** A call counted by a limit. */
export interface Hit {
  /** The limit and its subject; only a hash of it is stored. */
  readonly key: string;
  /** Calls allowed within any `windowMs` milliseconds; at least 1. */
  readonly limit: number;
  readonly windowMs: number;
  readonly now: Date;
}

/** The outcome of a call. `hits` are the calls within the window; `room` is when the next one is allowed. */
export interface HitRecord {
  readonly allowed: boolean;
  readonly hits: number;
  readonly room: Date;
}

/** Limits how often a client may resend (spec 8): sliding windows shared by all replicas, kept across restarts. */
export abstract class RateLimits {
  /** Counts a call if it is within the limit. Rejects with `StoreUnavailable`. */
  abstract hit(hit: Hit): Promise<HitRecord>;

  /** Counts a call. @throws Problem `tooMany`, with `Retry-After`, over the limit. Rejects with `StoreUnavailable` too. */
  async hitOrRefuse(hit: Hit, tooMany: (options: ProblemOptions) => Problem): Promise<void> {
    const { allowed, room } = await this.hit(hit);
    if (allowed) return;
    const seconds = Math.max(1, Math.ceil((room.getTime() - hit.now.getTime()) / 1_000));
    throw tooMany({ headers: { 'retry-after': String(seconds) } });
  }
}
