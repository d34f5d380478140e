import { type Hit, type HitRecord, RateLimits } from '@governance/deliveries';

/** Limits whose windows never end. */
export class CountedLimits extends RateLimits {
  readonly hits = new Map<string, number>();

  hit({ key, limit, now, windowMs }: Hit): Promise<HitRecord> {
    const hits = (this.hits.get(key) ?? 0) + 1;
    this.hits.set(key, hits);
    return Promise.resolve({ allowed: hits <= limit, hits, room: new Date(now.getTime() + windowMs) });
  }
}
