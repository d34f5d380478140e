import { opened } from '@governance/testing';
import { type CertifiedDomain, type DueProof, type SurveyResult } from '@governance/assessments';
import { type ClaimedJob } from '@governance/deliveries';
import { PostgresJobQueue } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../../spec/fixtures';
import { PostgresCertificateHolderStore } from '../certification/postgres-certificate-holder.store';
import { PostgresCertificationStore } from '../certification/postgres-certification.store';
import { PostgresStatusListStore } from '../certification/postgres-status-list.store';
import { PostgresWithdrawalStore } from '../certification/postgres-withdrawal.store';
import { PostgresResultStore } from '../postgres-result.store';
import { PostgresDomainProofQueue } from './postgres-domain-proof-queue';
import { PostgresDomainProofs } from './postgres-domain-proofs';

const dayMs = 24 * 60 * 60 * 1000;
const name = 'msp.example';
const mail = { mailbox: 'postmaster', clientAddress: '192.0.2.1', now: noon } as const;

describe('domains of certificates in PostgreSQL', () => {
  const stores = opened(openTestStores);
  let results: PostgresResultStore;
  let certifications: PostgresCertificationStore;
  let lists: PostgresStatusListStore;
  let proofs: PostgresDomainProofs;
  let queue: PostgresDomainProofQueue;
  let jobs: PostgresJobQueue;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    certifications = new PostgresCertificationStore(stores.database);
    lists = new PostgresStatusListStore(stores.database);
    proofs = new PostgresDomainProofs(stores.database, stores.keyring);
    queue = new PostgresDomainProofQueue(stores.database, stores.keyring);
    jobs = new PostgresJobQueue(stores.database, 'public');
  });
  beforeEach(async () => {
    await stores.sql(
      'TRUNCATE survey_results, deliveries, status_lists, certificate_domains, ended_domain_credentials, jobs CASCADE',
    );
  });

  /** A certified result whose holder has asked for a domain. */
  async function asked(): Promise<SurveyResult> {
    const result = resultOf({});
    await results.create(result, {});
    const [status] = await certifications.takeStatusEntries(1);
    if (!status) throw new Error('there is no place');
    const certification = { credential: 'without a domain', keyId: 'key', status };
    await certifications.keep([{ resultId: result.id, certification }]);
    await proofs.ask(result.id, name, noon);
    return result;
  }

  const claimJob = (at = noon): Promise<ClaimedJob | undefined> =>
    jobs.claim([{ queue: 'public/certificate-domains', leaseMs: 60_000 }], at);

  async function claimed(at = noon): Promise<DueProof> {
    const job = await claimJob(at);
    const due = job && (await queue.find(job, at));
    if (!due) throw new Error('nothing is due');
    return due;
  }

  async function certified(changes: Partial<CertifiedDomain> = {}): Promise<CertifiedDomain> {
    const [status] = await certifications.takeStatusEntries(1);
    if (!status) throw new Error('there is no place');
    const certification = { credential: 'with the domain', keyId: 'key', status };
    return { name, provenAt: noon, way: 'dns', certification, dueAt: laterBy(dayMs), ...changes };
  }

  async function proven(changes: Partial<CertifiedDomain> = {}): Promise<CertifiedDomain & { id: string }> {
    const { id } = await asked();
    await proofs.requestCheck(id, noon);
    const domain = await certified(changes);
    expect(await queue.prove(await claimed(), domain)).toBe(true);
    return { id, ...domain };
  }

  async function withdrawnPlaces(): Promise<readonly number[]> {
    const [list] = await lists.due(laterBy(dayMs));
    return list?.withdrawn ?? [];
  }

  it('are asked for once: the same challenge for the same name, another one for another name', async () => {
    const { id } = await asked();
    const first = await proofs.find(id);
    expect(first).toMatchObject({ resultId: id, name, isChecking: false, expiresAt: laterBy(7 * dayMs) });
    expect(first).not.toHaveProperty('proven');
    expect(await proofs.ask(id, name, laterBy(dayMs))).toEqual(first);
    expect(await proofs.ask(id, 'other.example', noon)).toMatchObject({ name: 'other.example' });
    expect(await proofs.ask(id, name, noon)).not.toMatchObject({ challenge: first?.challenge });
  });

  it('get a new challenge after seven days', async () => {
    const { id } = await asked();
    const first = await proofs.find(id);
    const second = await proofs.ask(id, name, laterBy(7 * dayMs));
    expect(second).toMatchObject({ expiresAt: laterBy(14 * dayMs) });
    expect(second).not.toMatchObject({ challenge: first?.challenge });
  });

  it('are asked for once by concurrent requests', async () => {
    const result = resultOf({});
    await results.create(result, {});
    const answers = await Promise.all([1, 2, 3].map(() => proofs.ask(result.id, name, noon)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('are not asked for an unknown or withdrawn certificate', async () => {
    expect(await proofs.ask(randomUUID(), name, noon)).toBe('unknown');
    const { id } = await asked();
    await new PostgresWithdrawalStore(stores.database).withdraw(id, { at: noon, reason: 'misused' });
    expect(await proofs.ask(id, name, noon)).toBe('withdrawn');
  });

  it('are sealed until they are proven', async () => {
    const { id } = await asked();
    await proofs.requestMail(id, { ...mail, deliveryId: randomUUID() });
    const dump = async (table: string): Promise<string> => {
      const rows = await stores.sql(`SELECT row_to_json(t)::text AS text FROM ${table} AS t`);
      return rows.map(({ text }) => String(text)).join('');
    };
    const shapes = ['msp.example', 'postmaster'].flatMap((text) => [text, Buffer.from(text).toString('hex')]);
    const before = (await dump('certificate_domains')) + (await dump('deliveries'));
    for (const shape of shapes) expect(before).not.toContain(shape);
  });

  it('are checked by one worker, and no longer due when they are refused', async () => {
    const { id } = await asked();
    expect(await claimJob()).toBeUndefined();
    await proofs.requestCheck(id, noon);
    const due = await claimed();
    expect(await claimJob()).toBeUndefined();
    expect(await proofs.find(id)).toMatchObject({ isChecking: true });
    expect(await queue.refuse(due, 'record_missing')).toBe(true);
    expect(await proofs.find(id)).toMatchObject({ isChecking: false, problem: 'record_missing' });
    expect(await queue.refuse(due, 'record_missing')).toBe(false);
  });

  it('are recorded by the worker that holds the job', async () => {
    const { id } = await asked();
    await proofs.requestCheck(id, noon);
    const [first, second] = [await claimed(), await claimed(laterBy(60_000))];
    expect(await queue.refuse(first, 'record_missing')).toBe(false);
    expect(await queue.prove(second, await certified())).toBe(true);
    // The next check is a job already, which the end of this one does not remove.
    await jobs.finish({ queue: 'public/certificate-domains', key: id, lease: second.lease, attempts: 1 });
    expect(await claimJob(laterBy(dayMs - 1))).toBeUndefined();
    expect(await claimed(laterBy(dayMs))).toMatchObject({ resultId: id, name });
  });

  it('are shown by the record and the PDF once they are proven, and not after they are removed', async () => {
    const { id, certification } = await proven();
    const holders = new PostgresCertificateHolderStore(stores.database, stores.keyring);
    expect(await results.findVerifiable(id)).toMatchObject({
      domain: { name, provenAt: noon },
      signed: { credential: 'with the domain', keyId: 'key' },
    });
    const signed = { credential: 'with the domain', keyId: 'key' };
    expect(await holders.find(id)).toEqual({ domain: { name, provenAt: noon, signed } });
    expect(await proofs.find(id)).toMatchObject({ proven: { name, provenAt: noon, way: 'dns' } });
    expect(await withdrawnPlaces()).toEqual([]);

    await proofs.remove(id, laterBy(1));
    const after = await results.findVerifiable(id);
    expect(after).toMatchObject({ signed: { credential: 'without a domain' } });
    expect(after).not.toHaveProperty('domain');
    expect(await holders.find(id)).toEqual({});
    expect(await proofs.find(id)).toBeUndefined();
    expect(await withdrawnPlaces()).toEqual([certification.status.index]);
    await proofs.remove(id, laterBy(2));
    expect(await stores.sql('SELECT name FROM certificate_domains')).toEqual([]);
  });

  it('have a credential that is withdrawn with the certificate', async () => {
    const { id, certification } = await proven();
    const first = await certifications.find(id);
    await new PostgresWithdrawalStore(stores.database).withdraw(id, { at: noon, reason: 'misused' });
    const places = [first?.status.index, certification.status.index];
    expect(await withdrawnPlaces()).toEqual(places.toSorted((one, other) => Number(one) - Number(other)));
  });

  it('withdraw the earlier credential when they are proven again', async () => {
    const until = laterBy(30 * dayMs);
    const { id, certification } = await proven({ way: 'mail', until, dueAt: laterBy(dayMs) });
    await proofs.requestMail(id, { ...mail, deliveryId: randomUUID() });
    const proof = await proofs.find(id);
    if (!proof) throw new Error('there is no proof');
    expect(await proofs.confirm(proof, noon)).toBe(true);
    const again = await certified({ way: 'mail', provenAt: laterBy(1), until, dueAt: laterBy(dayMs) });
    expect(await queue.prove(await claimed(), again)).toBe(true);
    expect(await withdrawnPlaces()).toEqual([certification.status.index]);
    expect(await proofs.find(id)).toMatchObject({ proven: { provenAt: laterBy(1) } });
  });

  it('make a stored PDF again, whenever what it shows changes', async () => {
    const store = (id: string): Promise<unknown> =>
      stores.sql(
        `INSERT INTO certificate_documents (result_id, state, requested_at, available_at, document)
         VALUES ($1, 'stored', now(), now(), 'sealed')`,
        [id],
      );
    const stored = async (): Promise<number> =>
      (await stores.sql('SELECT result_id FROM certificate_documents')).length;
    const { id } = await asked();
    await store(id);
    await proofs.requestCheck(id, noon);
    await queue.prove(await claimed(), await certified());
    expect(await stored()).toBe(0);
    await store(id);
    await proofs.remove(id, noon);
    expect(await stored()).toBe(0);
  });

  it('lose the claim of a worker when the holder changes or removes the request', async () => {
    const { id } = await asked();
    await proofs.requestCheck(id, noon);
    const due = await claimed();
    await proofs.ask(id, 'other.example', noon);
    expect(await queue.prove(due, await certified())).toBe(false);
    expect(await results.findVerifiable(id)).not.toHaveProperty('domain');
    await proofs.remove(id, noon);
    expect(await queue.refuse(due, 'record_missing')).toBe(false);
  });

  it('cannot be replaced while they are proven', async () => {
    const { id } = await proven();
    expect(await proofs.ask(id, 'other.example', noon)).toBe('other_domain');
    expect(await proofs.ask(id, name, noon)).toMatchObject({ name });
    expect(await proofs.requestMail(id, { ...mail, deliveryId: randomUUID() })).toBe(false);
  });

  it('queue a mail to the domain, and prove nothing before its link is confirmed', async () => {
    const { id } = await asked();
    const deliveryId = randomUUID();
    expect(await proofs.requestMail(id, { ...mail, deliveryId })).toBe(true);
    expect(await stores.sql('SELECT id, kind, result_id, state FROM deliveries')).toEqual([
      { id: deliveryId, kind: 'domain-proof', result_id: id, state: 'queued' },
    ]);
    const proof = await proofs.find(id);
    if (!proof) throw new Error('there is no proof');
    expect(await proofs.confirm({ ...proof, challenge: 'another' }, noon)).toBe(false);
    expect(await proofs.confirm(proof, laterBy(7 * dayMs))).toBe(false);
    expect(await claimJob()).toBeUndefined();
    expect(await proofs.confirm(proof, noon)).toBe(true);
    expect(await claimed()).toMatchObject({ confirmedAt: noon, name });
  });

  it('ask the same mailbox again, with a link until the end of the proof', async () => {
    const until = laterBy(60 * dayMs);
    const { id } = await asked();
    await proofs.requestMail(id, { ...mail, mailbox: 'hostmaster', deliveryId: randomUUID() });
    await proofs.requestCheck(id, noon);
    await queue.prove(await claimed(), await certified({ way: 'mail', until, dueAt: laterBy(30 * dayMs) }));
    const first = await proofs.find(id);
    await stores.sql('TRUNCATE deliveries');

    expect(await queue.askAgain(await claimed(laterBy(30 * dayMs)), laterBy(30 * dayMs))).toBe(true);
    const again = await proofs.find(id);
    expect(again).toMatchObject({ expiresAt: until, proven: { until } });
    expect(again?.challenge).not.toBe(first?.challenge);
    const [delivery] = await stores.sql('SELECT id, recipient FROM deliveries');
    const seal = { table: 'deliveries', column: 'recipient', row: String(delivery?.id) };
    expect(stores.keyring.open(delivery?.recipient as Buffer, seal).toString()).toBe(`hostmaster@${name}`);
    expect(await queue.end(await claimed(until), until)).toBe(true);
    expect(await proofs.find(id)).toBeUndefined();
    expect(await withdrawnPlaces()).toHaveLength(1);
  });
});
