import {
  type AttachedResult,
  type Attachment,
  type AttachmentChange,
  type NewAttachment,
  type OrgResults,
  OrgResultStore,
  type ResultFilter,
} from '@governance/assessments';
import { type Hit, type HitRecord, RateLimits } from '@governance/deliveries';
import { ListPages } from '@governance/http';
import { type ListPage, type OrgViewer } from '@governance/iam';
import { auditContextOf, machineOf } from '@governance/iam/spec';
import { type ProblemKind } from '@governance/kernel';
import { type Keyring, ResultCapability } from '@governance/keyring';
import { type Answers, frameworkGaps, publishedRubrics } from '@governance/rubric';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { expectProblem } from '../../spec/expect-problem';
import { OrgResultsService } from './org-results.service';

const ours = machineOf('org_acme');
const clock = new FixedClock();
const attaching = auditContextOf(ours, 'org-results:attach');
const detaching = auditContextOf(ours, 'org-results:detach');
const filter = {
  client: undefined,
  clientId: undefined,
  mode: undefined,
  tier: undefined,
  launchAllowed: undefined,
  renewBefore: undefined,
  latest: undefined,
};
const rubric = publishedRubrics.current;
const answers: Answers = Object.fromEntries(rubric.questions.map(({ id }) => [id, 2 as const]));

function resultOf(overrides: Partial<AttachedResult> = {}): AttachedResult {
  return {
    id: randomUUID(),
    clientId: 'client',
    createdAt: clock.now(),
    attachedAt: clock.now(),
    mode: 'msp-self',
    rubric: { id: rubric.id, version: rubric.version, sha256: 'ab'.repeat(32) },
    answers,
    overallScore: 71,
    tier: 'Progressing',
    launchAllowed: true,
    launchReason: 'Allowed.',
    isLatest: true,
    ...overrides,
  };
}

/** The results of one organization. `outcome` is that of the next attachments. */
class Results extends OrgResultStore implements OrgResults {
  readonly quotas = { results: 7, clients: 5 };
  readonly changes: AttachmentChange[] = [];
  readonly filters: ResultFilter[] = [];
  entries: readonly AttachedResult[] = [];
  outcome: Attachment = 'attached';
  /** It is detached before it is read. */
  vanished = '';

  forViewer({ orgId }: OrgViewer): OrgResults {
    expect(orgId).toBe('org_acme');
    return this;
  }

  attach(id: string, change: NewAttachment): Promise<Attachment> {
    this.changes.push(change);
    if (this.outcome === 'attached' && id !== this.vanished)
      this.entries = [resultOf({ id }), ...this.entries];
    return Promise.resolve(this.outcome);
  }

  detach(id: string, change: AttachmentChange): Promise<boolean> {
    const isKnown = this.entries.some((entry) => entry.id === id);
    if (isKnown) this.changes.push(change);
    this.entries = this.entries.filter((entry) => entry.id !== id);
    return Promise.resolve(isKnown);
  }

  list({ limit, after }: ListPage, asked: ResultFilter): Promise<readonly AttachedResult[]> {
    this.filters.push(asked);
    const start = this.entries.findIndex(({ id }) => id === after?.id) + 1;
    return Promise.resolve(this.entries.slice(start, start + limit));
  }

  find(id: string): Promise<AttachedResult | undefined> {
    return Promise.resolve(this.entries.find((entry) => entry.id === id));
  }
}

class Limits extends RateLimits {
  readonly keys: string[] = [];
  allowed = true;

  hit({ key, now }: Hit): Promise<HitRecord> {
    this.keys.push(key);
    return Promise.resolve({ allowed: this.allowed, hits: 1, room: now });
  }
}

describe('OrgResultsService', () => {
  let keyring: Keyring;
  let store: Results;
  let limits: Limits;
  let service: OrgResultsService;
  beforeEach(() => {
    keyring = newTestKeyring();
    [store, limits] = [new Results(), new Limits()];
    service = new OrgResultsService(store, limits, clock, new ListPages(keyring), keyring);
  });

  const capabilityOf = (id: string): string => new ResultCapability(keyring).of(id);
  const attach = (capability: string, clientId?: string) =>
    service.attach(ours, { capability, clientId }, attaching);

  it.each<Attachment>(['attached', 'moved', 'known'])(
    'gives the entry of a result that is %s',
    async (outcome) => {
      const id = randomUUID();
      if (outcome !== 'attached') store.entries = [resultOf({ id })];
      store.outcome = outcome;
      const entry = await attach(`https://a.example/results/${capabilityOf(id)}`);
      const { answers: given, ...shown } = resultOf({ id });
      expect(entry).toEqual({ ...shown, gaps: frameworkGaps(rubric, given, 'msp-self') });
      expect(store.changes).toEqual([{ now: clock.now(), audit: attaching, clientId: undefined }]);
      expect(limits.keys).toEqual(['org-results:attach org_acme']);
    },
  );

  it('attaches to the client of the call, by its id in any case', async () => {
    const clientId = randomUUID();
    await attach(capabilityOf(randomUUID()), clientId.toUpperCase());
    expect(store.changes).toMatchObject([{ clientId }]);
    const text = 'there is no client with this id';
    await expectProblem(attach(capabilityOf(randomUUID()), 'globex'), 'not_found', text);
    expect(store.changes).toHaveLength(1);
  });

  it.each<[Attachment, ProblemKind, string]>([
    ['unknown', 'not_found', 'there is no such result'],
    ['unknown-client', 'not_found', 'there is no client with this id'],
    ['withdrawn', 'conflict', 'the certificate of this result is withdrawn'],
    ['full', 'conflict', 'the organization has 7 results already: detach one first'],
    ['clients-full', 'conflict', 'the organization has 5 clients already: delete one first'],
  ])('refuses a result that the store finds %s', async (outcome, kind, text) => {
    store.outcome = outcome;
    await expectProblem(attach(capabilityOf(randomUUID())), kind, text);
  });

  it('asks the store for no capability that is not ours, and counts each', async () => {
    const guesses = ['', randomUUID(), new ResultCapability(newTestKeyring()).of(randomUUID())];
    for (const guess of guesses) await expectProblem(attach(guess), 'not_found', 'there is no such result');
    expect([store.changes, limits.keys.length]).toEqual([[], guesses.length]);
  });

  it('reads no capability over the limit', async () => {
    limits.allowed = false;
    const text = 'too many results attached in this organization, try again later';
    await expectProblem(attach(capabilityOf(randomUUID())), 'too_many', text);
    expect(store.changes).toEqual([]);
  });

  it('refuses a result that is detached while it is attached', async () => {
    const id = randomUUID();
    store.vanished = id;
    await expectProblem(attach(capabilityOf(id)), 'not_found', 'there is no such result');
  });

  it('detaches by the id in any case, once, and finds none by a malformed id', async () => {
    const entry = resultOf();
    store.entries = [entry];
    const text = 'there is no result with this id';
    for (const id of [randomUUID(), 'not-an-id', `${entry.id} `, capabilityOf(entry.id)])
      await expectProblem(service.detach(ours, id, detaching), 'not_found', text);
    await service.detach(ours, entry.id.toUpperCase(), detaching);
    expect(store.changes).toEqual([{ now: clock.now(), audit: detaching }]);
    await expectProblem(service.detach(ours, entry.id, detaching), 'not_found', text);
  });

  it('lists pages by a checked filter', async () => {
    store.entries = [resultOf(), resultOf(), resultOf()];
    const asked = { filter: { ...filter, client: 'Acme LTD', latest: 'true' } };
    const one = await service.list(ours, { ...asked, page: { limit: 2, cursor: undefined } });
    expect(one.entries.map(({ id }) => id)).toEqual(store.entries.slice(0, 2).map(({ id }) => id));
    const two = await service.list(ours, { ...asked, page: { limit: 2, cursor: one.nextCursor } });
    expect(two.entries.map(({ id }) => id)).toEqual([store.entries[2]?.id]);
    expect([
      two.nextCursor,
      (await service.list(ours, { ...asked, page: undefined })).entries.length,
    ]).toEqual([undefined, 3]);
    expect(store.filters[0]).toMatchObject({ clientWords: new Set(['acme', 'ltd']), isLatest: true });
  });

  it('exports every page of the list', async () => {
    store.entries = Array.from({ length: 450 }, () => resultOf());
    const exported = await service.export(ours, filter);
    expect(exported.map(({ id }) => id)).toEqual(store.entries.map(({ id }) => id));
  });

  it('shows no gaps for a rubric of a later release', async () => {
    store.entries = [resultOf({ rubric: { id: 'x', version: '99.0.0', sha256: '' } })];
    expect(await service.export(ours, filter)).toMatchObject([{ gaps: [] }]);
  });

  it('gets one by its id in any case, and finds none by another', async () => {
    const entry = resultOf({ clientName: 'Acme' });
    store.entries = [entry];
    expect(await service.get(ours, entry.id.toUpperCase())).toMatchObject({
      id: entry.id,
      clientName: 'Acme',
    });
    for (const id of [randomUUID(), 'not-an-id', '', capabilityOf(entry.id)])
      await expectProblem(service.get(ours, id), 'not_found', 'there is no result with this id');
  });

  it('refuses a condition before it reads', async () => {
    store.forViewer = () => {
      throw new Error('read');
    };
    const wrong = { ...filter, tier: 'none' };
    const text = 'tier must be Critical, Developing, Progressing or Ready';
    await expectProblem(service.list(ours, { page: undefined, filter: wrong }), 'invalid', text);
    await expectProblem(service.export(ours, wrong), 'invalid', text);
  });
});
