import { type Hit, type HitRecord, RateLimits } from '@governance/deliveries';
import { problemOf } from '@governance/http';
import { FixedClock } from '@governance/testing';
import { ProbeLimits, probesPerWindow, probeWindowSeconds } from './probe-limits';

/** Allows each key as many calls as its limit, and tells when there is room again. */
class CountedHits extends RateLimits {
  readonly hits: Hit[] = [];

  constructor(private readonly roomAfterMs: number) {
    super();
  }

  hit(hit: Hit): Promise<HitRecord> {
    this.hits.push(hit);
    const { length } = this.hits.filter(({ key }) => key === hit.key);
    const room = new Date(hit.now.getTime() + this.roomAfterMs);
    return Promise.resolve({ allowed: length <= hit.limit, hits: length, room });
  }
}

describe('the limit of probes', () => {
  const clock = new FixedClock();
  const acme = { orgId: 'org_acme' };

  async function useUp(limits: ProbeLimits): Promise<void> {
    for (let call = 0; call < probesPerWindow; call += 1) await limits.count('connections:test', acme);
  }

  it('refuses a further call, and says after how many seconds to repeat it', async () => {
    for (const [roomAfterMs, seconds] of [
      [61_200, '62'],
      [0, '1'],
    ] as const) {
      const limits = new ProbeLimits(new CountedHits(roomAfterMs), clock);
      await useUp(limits);
      const error: unknown = await limits.count('connections:test', acme).catch((thrown: unknown) => thrown);
      expect(problemOf(error)).toMatchObject({
        kind: 'too_many',
        text: 'too many tests of connections in this organization, try again later',
        headers: { 'retry-after': seconds },
      });
    }
  });

  it('counts each kind and each organization separately', async () => {
    const hits = new CountedHits(1_000);
    const limits = new ProbeLimits(hits, clock);
    await useUp(limits);
    await limits.count('domains:check', acme);
    await limits.count('connections:test', { orgId: 'org_globex' });
    expect(hits.hits.at(-1)).toEqual({
      key: 'connections:test org_globex',
      limit: probesPerWindow,
      windowMs: probeWindowSeconds * 1_000,
      now: clock.now(),
    });
  });
});
