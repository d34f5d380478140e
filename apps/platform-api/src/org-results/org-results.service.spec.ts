import {
  type AttachedResult,
  type AttachedResultDetails,
  type Attachment,
  type AttachmentChange,
  type OrgResults,
  OrgResultStore,
} from '@governance/assessments';
import { type Hit, type HitRecord, RateLimits } from '@governance/deliveries';
import { ListPages } from '@governance/http';
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
const firstPage = { limit: undefined, cursor: undefined };
const filter = {
  client: undefined,
  mode: undefined,
  tier: undefined,
  launchAllowed: undefined,
  renewBefore: undefined,
  latest: undefined,
};
const rubric = publishedRubrics.current;
const launchReason = 'Allowed.';
const answers: Answers = Object.fromEntries(rubric.questions.map(({ id }) => [id, 2 as const]));

function resultOf(overrides: Partial<AttachedResult> = {}): AttachedResult {
  const { id = randomUUID() } = overrides;
  return {
    id,
    clientId: id,
    createdAt: clock.now(),
    attachedAt: clock.now(),
    mode: 'msp-self',
    rubric: { id: rubric.id, version: rubric.version, sha256: 'ab'.repeat(32) },
    overallScore: 71,
    tier: 'Progressing',
    launchAllowed: true,
    ...overrides,
  };
}

/** The results of one organization. `outcome` is that of the next attachments. */
class Results extends OrgResultStore implements OrgResults {
  readonly quota = 7;
  readonly changes: AttachmentChange[] = [];
  entries: readonly AttachedResult[] = [];
  outcome: Attachment = 'attached';
  /** Its details are gone when they are read. */
  vanished = '';

  forOrg(orgId: string): OrgResults {
    expect(orgId).toBe('org_acme');
    return this;
  }

  attach(id: string, change: AttachmentChange): Promise<Attachment> {
    this.changes.push(change);
    if (this.outcome === 'attached') this.entries = [resultOf({ id }), ...this.entries];
    return Promise.resolve(this.outcome);
  }

  detach(id: string, change: AttachmentChange): Promise<boolean> {
    const isKnown = this.entries.some((entry) => entry.id === id);
    if (isKnown) this.changes.push(change);
    this.entries = this.entries.filter((entry) => entry.id !== id);
    return Promise.resolve(isKnown);
  }

  all(): Promise<readonly AttachedResult[]> {
    return Promise.resolve(this.entries);
  }

  detailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, AttachedResultDetails>> {
    const known = ids.filter((id) => id !== this.vanished);
    return Promise.resolve(new Map(known.map((id) => [id, { answers, launchReason }])));
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

  it.each<Attachment>(['attached', 'known'])('gives the entry of a result that is %s', async (outcome) => {
    const id = randomUUID();
    if (outcome === 'known') store.entries = [resultOf({ id })];
    store.outcome = outcome;
    const entry = await service.attach(ours, `https://a.example/results/${capabilityOf(id)}`, attaching);
    const gaps = frameworkGaps(rubric, answers, 'msp-self');
    expect(entry).toEqual({ ...resultOf({ id }), launchReason, earlier: undefined, isLatest: true, gaps });
    expect(store.changes).toEqual([{ now: clock.now(), audit: attaching }]);
    expect(limits.keys).toEqual(['org-results:attach org_acme']);
  });

  it.each<[Attachment, ProblemKind, string]>([
    ['unknown', 'not_found', 'there is no such result'],
    ['withdrawn', 'conflict', 'the certificate of this result is withdrawn'],
    ['full', 'conflict', 'the organization has 7 results already: detach one first'],
  ])('refuses a result that the store finds %s', async (outcome, kind, text) => {
    store.outcome = outcome;
    await expectProblem(service.attach(ours, capabilityOf(randomUUID()), attaching), kind, text);
  });

  it('asks the store for no capability that is not ours, and counts each', async () => {
    const guesses = ['', randomUUID(), new ResultCapability(newTestKeyring()).of(randomUUID())];
    for (const guess of guesses)
      await expectProblem(service.attach(ours, guess, attaching), 'not_found', 'there is no such result');
    expect([store.changes, limits.keys.length]).toEqual([[], guesses.length]);
  });

  it('reads no capability over the limit', async () => {
    limits.allowed = false;
    const text = 'too many results attached in this organization, try again later';
    await expectProblem(service.attach(ours, capabilityOf(randomUUID()), attaching), 'too_many', text);
    expect(store.changes).toEqual([]);
  });

  it('refuses a result that is detached while it is attached', async () => {
    const id = randomUUID();
    store.vanished = id;
    await expectProblem(
      service.attach(ours, capabilityOf(id), attaching),
      'not_found',
      'there is no such result',
    );
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

  it('lists page by page, though the entry of the cursor is detached meanwhile', async () => {
    const at = (ms: number): Date => new Date(clock.now().getTime() - ms);
    const ids = ['c', 'b', 'a', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
    store.entries = ids.map((id, index) => resultOf({ id, createdAt: at(index < 3 ? 0 : 1) }));
    const one = await service.list(ours, { page: { limit: 2, cursor: undefined }, filter });
    expect(one.entries.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    store.entries = store.entries.filter(({ id }) => id !== ids[1]);
    const two = await service.list(ours, { page: { limit: 2, cursor: one.nextCursor }, filter });
    expect(two.entries.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(two.nextCursor).toBeUndefined();
    store.entries = [];
    const none = await service.list(ours, { page: { ...firstPage, cursor: one.nextCursor }, filter });
    expect(none).toEqual({ entries: [], nextCursor: undefined });
  });

  it('compares with results that the page and the condition leave out', async () => {
    const before = new Date(clock.now().getTime() - 1);
    const older = resultOf({ clientName: 'Acme', tier: 'Developing', createdAt: before });
    store.entries = [resultOf({ clientName: 'Acme' }), older];
    const asked = { page: undefined, filter: { ...filter, tier: 'Progressing' } };
    expect((await service.list(ours, asked)).entries).toMatchObject([{ earlier: { id: older.id } }]);
    expect(await service.export(ours, asked.filter)).toMatchObject([{ earlier: { id: older.id } }]);
  });

  it('leaves out a result that is detached while it reads, and shows no gaps for a rubric of a later release', async () => {
    const [gone, later] = [resultOf(), resultOf({ rubric: { id: 'x', version: '99.0.0', sha256: '' } })];
    store.entries = [gone, later];
    store.vanished = gone.id;
    expect(await service.export(ours, filter)).toEqual([
      { ...later, launchReason, earlier: undefined, isLatest: true, gaps: [] },
    ]);
  });

  it('gets one by its id in any case, and finds none by another', async () => {
    const entry = resultOf({ clientName: 'Acme' });
    const older = resultOf({ clientName: 'Acme', createdAt: new Date(0) });
    store.entries = [entry, older];
    const earlier = { earlier: { id: older.id }, isLatest: true };
    expect(await service.get(ours, entry.id.toUpperCase())).toMatchObject({ id: entry.id, ...earlier });
    expect(await service.get(ours, older.id)).toMatchObject({ earlier: undefined, isLatest: false });
    for (const id of [randomUUID(), 'not-an-id', '', capabilityOf(entry.id)])
      await expectProblem(service.get(ours, id), 'not_found', 'there is no result with this id');
  });

  it('refuses a condition before it reads', async () => {
    store.forOrg = () => {
      throw new Error('read');
    };
    const wrong = { ...filter, tier: 'none' };
    const text = 'tier must be Critical, Developing, Progressing or Ready';
    await expectProblem(service.list(ours, { page: undefined, filter: wrong }), 'invalid', text);
    await expectProblem(service.export(ours, wrong), 'invalid', text);
  });
});
