import { opened } from '@governance/testing';
import { retentionDates } from '@governance/assessments';
import { type ClaimedJob } from '@governance/deliveries';
import { PostgresJobQueue } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../../spec/fixtures';
import { PostgresPersonalDataStore } from '../../addresses/postgres-personal-data.store';
import { PostgresWithdrawalStore } from '../certification/postgres-withdrawal.store';
import { PostgresEvidenceStore } from '../postgres-evidence.store';
import { PostgresResultStore } from '../postgres-result.store';
import { PostgresResultDocuments } from './postgres-result-documents';

const dayMs = 24 * 60 * 60 * 1000;
const pdf = Buffer.from('%PDF-1.7 of a report');
const submitterEmail = 'assessor@example.com';
const evidence = {
  'gov-ai-policy': { owner: 'Ada', note: 'ß\n', link: 'https://example.com/', reviewOn: '2027-03-31' },
};

describe('evidence and its reports in PostgreSQL', () => {
  const stores = opened(openTestStores);
  let results: PostgresResultStore;
  let kept: PostgresEvidenceStore;
  let reports: PostgresResultDocuments;
  let queue: PostgresJobQueue;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    kept = new PostgresEvidenceStore(stores.database, stores.keyring);
    reports = new PostgresResultDocuments(stores.database, stores.keyring, 'evidence_reports');
    queue = new PostgresJobQueue(stores.database, 'public');
  });
  beforeEach(() => stores.sql('TRUNCATE survey_results CASCADE; TRUNCATE jobs'));

  async function submitted(extras: object = { evidence }): Promise<string> {
    const result = resultOf();
    await results.create(result, extras);
    return result.id;
  }

  function request(resultId: string): ReturnType<typeof reports.request> {
    return reports.request({ resultId, now: noon, perHour: 100 });
  }

  async function claimed(): Promise<ClaimedJob> {
    const job = await queue.claim([{ queue: 'public/evidence-reports', leaseMs: 20_000 }], noon);
    if (!job) throw new Error('nothing was due');
    return job;
  }

  it('come back as they were given, and are none for a result without', async () => {
    expect(await kept.find(await submitted())).toEqual(evidence);
    expect(await kept.find(await submitted({}))).toBeUndefined();
    expect(await kept.find(randomUUID())).toBeUndefined();
  });

  it('are beside the organization name that was declared with them, if any', async () => {
    expect(await kept.organizationNameOf(await submitted({ organizationName: 'Acme Ltd' }))).toBe('Acme Ltd');
    expect(await kept.organizationNameOf(await submitted())).toBeUndefined();
    expect(await kept.organizationNameOf(randomUUID())).toBeUndefined();
  });

  it('are sealed, for their result alone', async () => {
    const [one, other] = [await submitted(), await submitted()];
    const [row] = await stores.sql('SELECT evidence FROM survey_results WHERE id = $1', [one]);
    expect((row?.evidence as Buffer).includes('Ada')).toBe(false);
    await stores.sql('UPDATE survey_results SET evidence = $1 WHERE id = $2', [row?.evidence, other]);
    await expect(kept.find(other)).rejects.toThrow('it was changed, or belongs to another row');
  });

  it('are queued, made and stored, beside the certificate', async () => {
    const certificates = new PostgresResultDocuments(
      stores.database,
      stores.keyring,
      'certificate_documents',
    );
    const id = await submitted();
    expect(await reports.find(id)).toEqual({ kind: 'none' });
    expect(await request(id)).toBe('queued');
    await reports.keep(await claimed(), pdf);
    expect(await reports.find(id)).toEqual({ kind: 'stored', bytes: pdf });
    expect(await certificates.find(id)).toEqual({ kind: 'none' });
    const [row] = await stores.sql('SELECT document FROM evidence_reports');
    expect((row?.document as Buffer).includes('PDF')).toBe(false);
  });

  it('cannot be made for a result without evidence, and are not made once it is gone', async () => {
    const without = await submitted({});
    expect(await reports.find(without)).toEqual({ kind: 'unmakeable' });
    expect(await request(without)).toBe('over_budget');
    const id = await submitted();
    await request(id);
    await stores.sql('UPDATE survey_results SET evidence = NULL');
    expect(await reports.find(id)).toEqual({ kind: 'unmakeable' });
  });

  it('stay when the certificate is withdrawn', async () => {
    const id = await submitted();
    await request(id);
    const withdrawals = new PostgresWithdrawalStore(stores.database);
    expect(await withdrawals.withdraw(id, { at: noon, reason: 'misused' })).toBe('withdrawn');
    await reports.keep(await claimed(), pdf);
    expect(await reports.find(id)).toEqual({ kind: 'stored', bytes: pdf });
  });

  it('are removed at once by an erasure, also while a worker makes them § 10.10t', async () => {
    const id = await submitted({ submitterEmail, deliveryId: randomUUID(), evidence });
    const other = await submitted();
    await request(id);
    const job = await claimed();
    await new PostgresPersonalDataStore(stores.database, stores.keyring).erase(submitterEmail);
    expect(await reports.keep(job, pdf)).toBe(false);
    expect(await kept.find(id)).toBeUndefined();
    expect(await stores.sql('SELECT result_id FROM evidence_reports')).toEqual([]);
    expect(await kept.find(other)).toEqual(evidence);
  });

  it('are removed by the retention: reports after a day, evidence with the notes', async () => {
    const personalData = new PostgresPersonalDataStore(stores.database, stores.keyring);
    const id = await submitted();
    await request(id);
    await personalData.removeOld(retentionDates(laterBy(dayMs), 365));
    expect(await reports.find(id)).toEqual({ kind: 'queued' });
    await personalData.removeOld(retentionDates(laterBy(dayMs + 1), 365));
    expect(await reports.find(id)).toEqual({ kind: 'none' });
    expect(await kept.find(id)).toEqual(evidence);
    await personalData.removeOld(retentionDates(laterBy(365 * dayMs + 1), 365));
    expect(await kept.find(id)).toBeUndefined();
  });
});
