import {
  type OrgReviewPacks,
  type ReviewPack,
  retentionDates,
  type SurveyResult,
} from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { type ClaimedJob } from '@governance/deliveries';
import { PostgresJobQueue } from '@governance/postgres';
import { type Answers, publishedRubrics } from '@governance/rubric';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { contextOf } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { PostgresOrgResultStore } from '../org-results/postgres-org-result.store';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresReviewPackQueue } from './postgres-review-pack-queue';
import { PostgresReviewPackStore } from './postgres-review-pack.store';

const rubric = publishedRubrics.current;
const mode = 'client-on-behalf';
const dayMs = 24 * 60 * 60 * 1_000;
const pdf = Buffer.from('%PDF-1.7 of a pack');
const submitterEmail = 'assessor@example.com';
const evidence = { 'gov-ai-policy': { owner: 'Ada', note: 'ß\n' } };
const answers: Answers = Object.fromEntries(rubric.questionsOf(mode).map(({ id }) => [id, 2 as const]));

describe('review packs in PostgreSQL', () => {
  const stores = opened(openTestStores);
  let orgId: string;
  let ours: OrgReviewPacks;
  let queue: PostgresJobQueue;
  let printing: PostgresReviewPackQueue;
  let clientId: string;
  beforeAll(() => {
    queue = new PostgresJobQueue(stores.database, 'public');
    printing = new PostgresReviewPackQueue(stores.database, stores.keyring);
  });
  beforeEach(async () => {
    await stores.sql('TRUNCATE jobs');
    orgId = `org-${randomUUID()}`;
    ours = new PostgresReviewPackStore(stores.database, stores.keyring).forViewer(everythingOf(orgId));
    const client = clientOf();
    await new PostgresOrgClientStore(stores.database, stores.keyring)
      .forViewer(everythingOf(orgId))
      .create(client, writingClient('create', orgId));
    clientId = client.id;
  });

  async function assessed(days: number, overrides: Partial<SurveyResult> = {}, extras: object = {}) {
    const createdAt = laterBy(days * dayMs);
    const result = resultOf({ createdAt, mode, rubric: rubric.reference, answers, ...overrides });
    await new PostgresResultStore(stores.database, stores.keyring).create(result, extras);
    await new PostgresOrgResultStore(stores.database, stores.keyring)
      .forViewer(everythingOf(orgId))
      .attach(result.id, { now: noon, audit: contextOf('org-results:attach', { orgId }), clientId });
    return result;
  }

  async function packOf(overrides: object = {}): Promise<ReviewPack> {
    const facts = await ours.factsOf(clientId);
    if (!facts) throw new Error('the client has no result');
    return {
      client: { id: clientId, name: 'Globex Ltd', reference: undefined, domain: undefined, ...overrides },
      ...facts,
    };
  }

  async function claimed(): Promise<ClaimedJob> {
    const job = await queue.claim([{ queue: 'public/review-packs', leaseMs: 20_000 }], noon);
    if (!job) throw new Error('nothing was due');
    return job;
  }

  it('have the newest result with its evidence, and those before of the same mode that count', async () => {
    expect(await ours.factsOf(clientId)).toBeUndefined();
    const first = await assessed(-400);
    const withdrawn = await assessed(-300);
    await assessed(-200, { mode: 'msp-self' });
    const unknown = await assessed(-100, { rubric: { ...rubric.reference, version: '99.0.0' } });
    const newest = await assessed(-1, {}, { evidence });
    await stores.sql(
      `UPDATE survey_results SET withdrawn_at = $2, withdrawal_reason = 'misused' WHERE id = $1`,
      [withdrawn.id, noon],
    );
    const { id, createdAt } = newest;
    const { overallScore, tier } = first.outcome;
    expect(await ours.factsOf(clientId)).toEqual({
      result: { id, createdAt, mode, rubricVersion: rubric.version, answers },
      earlier: [
        { createdAt: unknown.createdAt, overallScore, tier, answers: undefined },
        { createdAt: first.createdAt, overallScore, tier, answers },
      ],
      evidence,
    });
    const theirs = new PostgresReviewPackStore(stores.database, stores.keyring).forViewer(
      everythingOf(`other-${orgId}`),
    );
    expect(await theirs.factsOf(clientId)).toBeUndefined();
  });

  it('are queued once by concurrent requests, sealed, printed and stored', async () => {
    await assessed(0, {}, { evidence });
    const pack = await packOf();
    expect(await ours.find(clientId, pack)).toEqual({ kind: 'none' });
    await Promise.all(Array.from({ length: 10 }, () => ours.request(clientId, pack, noon)));
    expect(await ours.find(clientId, pack)).toEqual({ kind: 'queued' });
    const job = await claimed();
    expect(await printing.packOf(job.key)).toEqual(pack);
    expect(await printing.documents.find(job.key)).toEqual({ kind: 'queued' });
    expect(await printing.documents.keep(job, pdf)).toBe(true);
    expect(await ours.find(clientId, pack)).toEqual({ kind: 'stored', bytes: pdf });
    const [row] = await stores.sql('SELECT content, document FROM review_packs');
    for (const sealed of [row?.content, row?.document])
      expect((sealed as Buffer).toString('latin1')).not.toMatch(/Globex|Ada|PDF/);
  });

  it('are none once the facts have changed, and the former print cannot be stored', async () => {
    await assessed(0);
    const [former, current] = [await packOf(), await packOf({ name: 'Globex AG' })];
    await ours.request(clientId, former, noon);
    const job = await claimed();
    expect(await ours.find(clientId, current)).toEqual({ kind: 'none' });
    await ours.request(clientId, current, noon);
    expect(await printing.documents.find(job.key)).toBeUndefined();
    expect(await printing.documents.keep(job, pdf)).toBe(false);
    await printing.documents.keep(await claimed(), pdf);
    expect(await ours.find(clientId, former)).toEqual({ kind: 'none' });
    expect(await ours.find(clientId, current)).toMatchObject({ kind: 'stored' });
  });

  it('are parked by the worker that holds them, and requested again', async () => {
    await assessed(0);
    const pack = await packOf();
    await ours.request(clientId, pack, noon);
    const job = await claimed();
    const stolen = { ...job, lease: randomUUID() };
    expect(await printing.documents.park(stolen, laterBy(5))).toBe(false);
    expect(await printing.documents.park(job, laterBy(5))).toBe(true);
    expect(await ours.find(clientId, pack)).toEqual({ kind: 'parked', retryAt: laterBy(5) });
    await ours.request(clientId, pack, noon);
    expect(await ours.find(clientId, pack)).toEqual({ kind: 'queued' });
  });

  it('end with the erasure of any submitter of the client, also while a worker prints them § 10.25s', async () => {
    await assessed(-1, {}, { submitterEmail });
    await assessed(0);
    await ours.request(clientId, await packOf(), noon);
    const job = await claimed();
    await new PostgresPersonalDataStore(stores.database, stores.keyring).erase(submitterEmail);
    expect(await printing.documents.keep(job, pdf)).toBe(false);
    expect(await stores.sql('SELECT FROM review_packs WHERE client_id = $1', [clientId])).toEqual([]);
  });

  it('end after a day, and with their client § 10.25s', async () => {
    await assessed(0);
    const pack = await packOf();
    await ours.request(clientId, pack, noon);
    const personalData = new PostgresPersonalDataStore(stores.database, stores.keyring);
    await personalData.removeOld(retentionDates(laterBy(dayMs), 365));
    expect(await ours.find(clientId, pack)).toEqual({ kind: 'queued' });
    await personalData.removeOld(retentionDates(laterBy(dayMs + 1), 365));
    expect(await ours.find(clientId, pack)).toEqual({ kind: 'none' });
    await ours.request(clientId, pack, noon);
    await stores.sql('DELETE FROM org_clients WHERE id = $1', [clientId]);
    expect(await stores.sql('SELECT FROM review_packs WHERE client_id = $1', [clientId])).toEqual([]);
  });
});
