import { type OrgCaller } from '@governance/auth-guards';
import { RateLimits } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { tooManyProbes } from './connection-problems';

/** Enough for setting up a provider or waiting for DNS; too few to scan hosts. */
export const probesPerWindow = 30;
export const probeWindowSeconds = 15 * 60;

/** Limits the probes of an organization, each kind separately, over all replicas. */
@Injectable()
export class ProbeLimits {
  constructor(
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Counts a call. Rejects with a `Problem` (429), or with `StoreUnavailable`. */
  async count(probe: keyof typeof tooManyProbes, { orgId }: Pick<OrgCaller, 'orgId'>): Promise<void> {
    const key = `${probe} ${orgId}`;
    const hit = { key, limit: probesPerWindow, windowMs: probeWindowSeconds * 1_000, now: this.clock.now() };
    await this.limits.hitOrRefuse(hit, tooManyProbes[probe]);
  }
}
