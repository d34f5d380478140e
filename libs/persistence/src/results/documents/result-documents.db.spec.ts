import { opened } from '@governance/testing';
import { retentionDates } from '@governance/assessments';
import { type ClaimedJob } from '@governance/deliveries';
import { PostgresJobQueue } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../../spec/fixtures';
import { PostgresPersonalDataStore } from '../../addresses/postgres-personal-data.store';
import { PostgresWithdrawalStore } from '../certification/postgres-withdrawal.store';
import { PostgresResultStore } from '../postgres-result.store';
import { PostgresResultDocuments } from './postgres-result-documents';

const leaseMs = 20_000;
const hourMs = 60 * 60 * 1000;
const pdf = Buffer.from('%PDF-1.7 of a certificate');
const submitterEmail = 'assessor@example.com';

describe('certificate documents in PostgreSQL', () => {
  const stores = opened(openTestStores);
  let results: PostgresResultStore;
  let documents: PostgresResultDocuments;
  let queue: PostgresJobQueue;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    documents = new PostgresResultDocuments(stores.database, stores.keyring, 'certificate_documents');
    queue = new PostgresJobQueue(stores.database, 'public');
  });
  beforeEach(() => stores.sql('TRUNCATE survey_results CASCADE; TRUNCATE jobs'));

  async function submitted(extras: object = {}): Promise<string> {
    const result = resultOf();
    await results.create(result, extras);
    return result.id;
  }

  function request(resultId: string, ms = 0, perHour = 100): ReturnType<typeof documents.request> {
    return documents.request({ resultId, now: laterBy(ms), perHour });
  }

  async function requested(ms = 0, extras: object = {}): Promise<string> {
    const id = await submitted(extras);
    expect(await request(id, ms)).toBe('queued');
    return id;
  }

  function claim(ms = 0): Promise<ClaimedJob | undefined> {
    return queue.claim([{ queue: 'public/certificate-documents', leaseMs }], laterBy(ms));
  }

  async function claimed(ms = 0): Promise<ClaimedJob> {
    const job = await claim(ms);
    if (!job) throw new Error('nothing was due');
    return job;
  }

  async function withdraw(resultId: string): Promise<void> {
    const withdrawals = new PostgresWithdrawalStore(stores.database);
    expect(await withdrawals.withdraw(resultId, { at: noon, reason: 'misused' })).toBe('withdrawn');
  }

  it('are none, queued and stored', async () => {
    expect(await documents.find(randomUUID())).toBeUndefined();
    const id = await submitted();
    expect(await documents.find(id)).toEqual({ kind: 'none' });
    await request(id);
    expect(await documents.find(id)).toEqual({ kind: 'queued' });
    await documents.keep(await claimed(), pdf);
    expect(await documents.find(id)).toEqual({ kind: 'stored', bytes: pdf });
  });

  it('are sealed, for their result alone', async () => {
    await requested();
    await documents.keep(await claimed(), pdf);
    const other = await requested(1);
    await documents.keep(await claimed(1), pdf);
    const rows = await stores.sql('SELECT document FROM certificate_documents');
    expect(rows.every(({ document }) => !(document as Buffer).includes('PDF'))).toBe(true);
    await stores.sql(`
      UPDATE certificate_documents SET document = (
        SELECT document FROM certificate_documents ORDER BY requested_at LIMIT 1)`);
    await expect(documents.find(other)).rejects.toThrow('it was changed, or belongs to another row');
  });

  it('are queued once by any number of requests, also while they are made and after they are stored', async () => {
    const id = await submitted();
    expect(await Promise.all([0, 1, 2, 3].map(() => request(id)))).toEqual(Array(4).fill('queued'));
    const job = await claimed();
    expect(await request(id, 1)).toBe('queued');
    expect(await claim(1)).toBeUndefined();
    await documents.keep(job, pdf);
    expect(await request(id, 2)).toBe('queued');
    expect(await claim(2)).toBeUndefined();
    expect(await documents.find(id)).toMatchObject({ kind: 'stored' });
  });

  it('are claimed oldest first, each by one worker', async () => {
    const ids = [await requested(2), await requested(0), await requested(1)];
    const claims = await Promise.all([claim(10), claim(10), claim(10), claim(10)]);
    const got = claims.map((job) => job?.key).filter((id) => id !== undefined);
    expect(got.toSorted()).toEqual(ids.toSorted());
    await stores.sql(
      'UPDATE jobs SET due_at = requested_at FROM certificate_documents WHERE key = result_id::text',
    );
    expect((await claimed(20)).key).toBe(ids[1]);
  });

  it('are made again by another worker after the lease, which alone can store them', async () => {
    const id = await requested();
    const first = await claimed();
    expect(await claim(leaseMs - 1)).toBeUndefined();
    const second = await claimed(leaseMs);
    expect([first.attempts, second.attempts]).toEqual([1, 2]);
    await documents.keep(second, pdf);
    expect(await documents.keep(first, Buffer.from('late'))).toBe(false);
    expect(await documents.park(first, noon)).toBe(false);
    expect(await documents.find(id)).toEqual({ kind: 'stored', bytes: pdf });
  });

  it('are parked until they may be requested again', async () => {
    const id = await requested();
    const job = await claimed();
    expect(await documents.park(job, laterBy(600_000))).toBe(true);
    await queue.finish(job);
    expect(await claim(1_000_000)).toBeUndefined();
    expect(await request(id, 599_999)).toBe('over_budget');
    expect(await documents.find(id)).toEqual({ kind: 'parked', retryAt: laterBy(600_000) });
    expect(await request(id, 600_000)).toBe('queued');
    expect(await claim(600_000)).toMatchObject({ key: id, attempts: 1 });
  });

  it('are limited in all per hour', async () => {
    const [first, second, third] = await Promise.all([submitted(), submitted(), submitted()]);
    expect(await request(first, 0, 2)).toBe('queued');
    expect(await request(second, 1_000, 2)).toBe('queued');
    expect(await request(third, 2_000, 2)).toBe('over_budget');
    // A queued one is not another one.
    expect(await request(first, 2_000, 2)).toBe('queued');
    expect(await request(third, hourMs, 2)).toBe('queued');
  });

  it('are at most as large as the worker allows', async () => {
    await requested();
    const limit = 2 * 1024 * 1024;
    const job = await claimed();
    await expect(documents.keep(job, Buffer.alloc(limit + 1))).rejects.toThrow('check constraint');
    expect(await documents.keep(job, Buffer.alloc(limit))).toBe(true);
  });

  it('are removed at once by an erasure, also while a worker makes them', async () => {
    const erasable = { submitterEmail, deliveryId: randomUUID() };
    const id = await requested(0, erasable);
    const kept = await requested(1);
    const job = await claimed();
    const personalData = new PostgresPersonalDataStore(stores.database, stores.keyring);
    await personalData.erase(submitterEmail);
    expect(await documents.keep(job, pdf)).toBe(false);
    expect(await documents.find(id)).toEqual({ kind: 'none' });
    expect(await documents.find(kept)).toEqual({ kind: 'queued' });
  });

  it('are removed at once by a withdrawal, and neither found nor made afterwards', async () => {
    const id = await requested();
    const job = await claimed();
    await withdraw(id);
    expect(await documents.keep(job, pdf)).toBe(false);
    expect(await documents.find(id)).toEqual({ kind: 'unmakeable' });
    expect(await request(id, 1)).toBe('over_budget');
    // As if a request had crossed the withdrawal.
    await stores.sql(
      'INSERT INTO certificate_documents (result_id, requested_at, available_at) VALUES ($1, $2, $2)',
      [id, noon],
    );
    expect(await documents.find(id)).toEqual({ kind: 'unmakeable' });
  });

  it('are removed by the retention after a day, in any state § V14.2.2', async () => {
    const personalData = new PostgresPersonalDataStore(stores.database, stores.keyring);
    const old = await requested(0);
    await documents.keep(await claimed(), pdf);
    const alsoOld = await requested(0);
    const recent = await requested(hourMs);
    await personalData.removeOld(retentionDates(laterBy(24 * hourMs + 1), 365));
    expect(await documents.find(old)).toEqual({ kind: 'none' });
    expect(await documents.find(alsoOld)).toEqual({ kind: 'none' });
    expect(await documents.find(recent)).toEqual({ kind: 'queued' });
  });
});
