/** A call that a limit counts. */
export interface Hit {
  /** What is limited and for whom; only a hash of it is kept. */
  readonly key: string;
  /** Calls that are allowed within any `windowMs` milliseconds; at least 1. */
  readonly limit: number;
  readonly windowMs: number;
  readonly now: Date;
}

/** What became of a call. `hits` are those within the window; `room` is when there is room for the next one. */
export interface HitRecord {
  readonly allowed: boolean;
  readonly hits: number;
  readonly room: Date;
}

/** How often a client may ask for a resend (spec 8): sliding windows that hold over every replica and restart. */
export abstract class RateLimits {
  /** Counts a call if there is room for it. Rejects with `StoreUnavailable`. */
  abstract hit(hit: Hit): Promise<HitRecord>;
}
