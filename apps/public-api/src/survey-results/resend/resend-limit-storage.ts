import { type Hit, type RateLimits } from '@governance/deliveries';
import { type Clock } from '@governance/kernel';
import { type ThrottlerStorage } from '@nestjs/throttler';

type Throttled = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Stores the throttler's hits in the database, so that all replicas share them. */
export class ResendLimitStorage implements ThrottlerStorage {
  constructor(
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  async increment(...[key, windowMs, limit]: Parameters<ThrottlerStorage['increment']>): Promise<Throttled> {
    const hit: Hit = { key, limit, windowMs, now: this.clock.now() };
    const { allowed, hits, room } = await this.limits.hit(hit);
    const seconds = Math.max(1, Math.ceil((room.getTime() - hit.now.getTime()) / 1_000));
    return {
      totalHits: hits,
      timeToExpire: seconds,
      isBlocked: !allowed,
      timeToBlockExpire: seconds,
    };
  }
}
