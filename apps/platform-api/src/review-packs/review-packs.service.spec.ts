import {
  OrgReviewPacks,
  type PrintedPack,
  type ReviewPack,
  type ReviewPackStore,
} from '@governance/assessments';
import { type Hit, type HitRecord, RateLimits } from '@governance/deliveries';
import { machineOf } from '@governance/iam/spec';
import { publishedRubrics } from '@governance/rubric';
import { FixedClock } from '@governance/testing';
import { expectProblem } from '../../spec/expect-problem';
import { ReadClients } from '../../spec/read-clients';
import { exampleClient } from '../clients/client.openapi';
import { packsPerHour, ReviewPacks } from './review-packs.service';

const ours = machineOf('org_acme');
const clock = new FixedClock();
const clientId = '2b9d6f40-8c1e-4f7a-9d35-5e0f1a2b3c4d';
const facts: Omit<ReviewPack, 'client'> = {
  result: {
    id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
    createdAt: clock.now(),
    mode: 'client-on-behalf',
    rubricVersion: publishedRubrics.current.version,
    answers: {},
  },
  earlier: [],
  evidence: {},
};

class Limits extends RateLimits {
  readonly hits: Hit[] = [];
  allowed = true;

  hit(hit: Hit): Promise<HitRecord> {
    this.hits.push(hit);
    return Promise.resolve({ allowed: this.allowed, hits: 1, room: new Date(hit.now.getTime() + 90_000) });
  }
}

class Packs extends OrgReviewPacks {
  readonly requested: ReviewPack[] = [];
  facts: Omit<ReviewPack, 'client'> | undefined = facts;
  printed: PrintedPack = { kind: 'none' };

  factsOf(): Promise<Omit<ReviewPack, 'client'> | undefined> {
    return Promise.resolve(this.facts);
  }
  find(): Promise<PrintedPack> {
    return Promise.resolve(this.printed);
  }
  request(_clientId: string, pack: ReviewPack): Promise<void> {
    this.requested.push(pack);
    return Promise.resolve();
  }
}

describe('ReviewPacks', () => {
  let packs: Packs;
  let limits: Limits;
  let service: ReviewPacks;
  beforeEach(() => {
    packs = new Packs();
    limits = new Limits();
    const store: ReviewPackStore = { forViewer: () => packs };
    const client = { ...exampleClient, id: clientId, reference: 'CW-1', domain: undefined };
    service = new ReviewPacks(store, new ReadClients([client]), limits, clock);
  });

  it('queues a pack of the client and its facts, and counts it', async () => {
    expect(await service.get(ours, clientId)).toEqual({ kind: 'queued' });
    expect(packs.requested).toEqual([
      { client: { id: clientId, name: 'Globex Ltd', reference: 'CW-1', domain: undefined }, ...facts },
    ]);
    const hit = { key: 'review-pack org_acme', limit: packsPerHour, windowMs: 3_600_000, now: clock.now() };
    expect(limits.hits).toEqual([hit]);
  });

  it.each([
    [{ kind: 'queued' } as const, {}],
    [{ kind: 'stored', bytes: new Uint8Array([1]) } as const, { clientId }],
  ])('answers what is there, without counting it: %#', async (printed, more) => {
    packs.printed = printed;
    expect(await service.get(ours, clientId)).toEqual({ ...printed, ...more });
    expect([packs.requested, limits.hits]).toEqual([[], []]);
  });

  it('asks again for a pack that could not be made, when its time has come', async () => {
    packs.printed = { kind: 'parked', retryAt: new Date(clock.now().getTime() + 1_500) };
    await expectProblem(
      service.get(ours, clientId),
      'unavailable',
      'the review pack could not be made, ask for it again later',
    );
    packs.printed = { kind: 'parked', retryAt: clock.now() };
    expect(await service.get(ours, clientId)).toEqual({ kind: 'queued' });
    expect(packs.requested).toHaveLength(1);
  });

  it.each(['nonsense', '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d'])('finds no client %s', async (id) => {
    await expectProblem(service.get(ours, id), 'not_found', 'there is no client with this id');
    expect(packs.requested).toEqual([]);
  });

  it.each([undefined, { ...facts, result: { ...facts.result, rubricVersion: '99.0.0' } }])(
    'has nothing to print: %#',
    async (none) => {
      packs.facts = none;
      await expectProblem(service.get(ours, clientId), 'not_found', 'the client has no result');
    },
  );

  it('refuses an organization that has had too many made', async () => {
    limits.allowed = false;
    await expectProblem(service.get(ours, clientId), 'too_many', /^too many review packs/);
    expect(packs.requested).toEqual([]);
  });
});
