import { given } from '@governance/testing';
import { retentionDates } from '@governance/assessments';
import { LeaseLost } from '@governance/deliveries';
import { randomUUID } from 'node:crypto';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresPersonalDataStore } from './postgres-personal-data.store';
import { PostgresResultStore } from '../results/postgres-result.store';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';

const dayMs = 24 * 60 * 60 * 1000;

describe('PostgresPersonalDataStore', () => {
  const stores = given(openTestStores);
  let store: PostgresPersonalDataStore;
  let results: PostgresResultStore;
  let queue: PostgresDeliveryQueue;

  beforeAll(() => {
    store = new PostgresPersonalDataStore(stores.database, stores.keyring);
    results = new PostgresResultStore(stores.database, stores.keyring);
    queue = new PostgresDeliveryQueue(stores.database, stores.keyring);
  });
  afterEach(() => stores.sql('TRUNCATE idempotency_keys, rate_limits, deliveries, survey_results CASCADE'));
  afterAll(async () => {
    await queue.close();
    await stores.close();
  });

  async function submit(submitterEmail: string, createdAt = noon): Promise<string> {
    const result = resultOf({ createdAt });
    const deliveryId = randomUUID();
    await results.create(result, {
      submitterEmail,
      notes: 'private',
      organizationName: 'Acme Ltd',
      evidence: { 'gov-ai-policy': { owner: 'Ada' } },
      deliveryId,
      clientAddress: '192.0.2.1',
    });
    return result.id;
  }

  async function send(sentAt: Date): Promise<void> {
    const claim = await queue.claim({ now: laterBy(365 * dayMs), leaseUntil: laterBy(366 * dayMs) });
    if (!claim) throw new Error('nothing was due');
    await queue.saveMessage(claim, { message: Buffer.from('the message'), leaseUntil: laterBy(366 * dayMs) });
    await queue.complete(claim, sentAt);
  }

  /** Ids of the results that still identify a person, directly or through a delivery. */
  async function personal(): Promise<unknown[]> {
    const rows = await stores.sql(`
      SELECT r.id FROM survey_results r LEFT JOIN deliveries d ON d.result_id = r.id
      WHERE num_nonnulls(submitter_email, submitter_email_mac, notes, organization_name, evidence, recipient, recipient_mac, domain_mac, client_mac, message) > 0`);
    return rows.map(({ id }) => id);
  }

  describe('erase', () => {
    it('removes an address in every spelling, its notes and its messages, but no others and no results', async () => {
      const erased = [await submit('assessor@example.com'), await submit('Assessor+tag@EXAMPLE.com')];
      const kept = await submit('other@example.com');

      expect(await store.erase('ASSESSOR@example.com')).toEqual({ results: 2, deliveries: 2 });

      expect(await personal()).toEqual([kept]);
      for (const id of [...erased, kept]) expect(await results.findVerifiable(id)).toBeDefined();
    });

    it('cancels pending deliveries, even when a worker holds them', async () => {
      await submit('assessor@example.com');
      const held = await queue.claim({ now: noon, leaseUntil: laterBy(20_000) });
      await store.erase('assessor@example.com');

      if (!held) throw new Error('nothing was due');
      const saving = queue.saveMessage(held, { message: Buffer.from('late'), leaseUntil: laterBy(20_000) });
      await expect(saving).rejects.toThrow(LeaseLost);
      expect(await queue.claim({ now: laterBy(dayMs), leaseUntil: laterBy(2 * dayMs) })).toBeUndefined();
    });

    it('removes nothing for an unknown address, and nothing twice', async () => {
      await submit('assessor@example.com');
      expect(await store.erase('unknown@example.com')).toEqual({ results: 0, deliveries: 0 });
      await store.erase('assessor@example.com');
      expect(await store.erase('assessor@example.com')).toEqual({ results: 0, deliveries: 0 });
    });
  });

  describe('removeOld', () => {
    it('removes a message and its recipient a week after it was sent, and not before', async () => {
      await submit('assessor@example.com');
      await send(noon);
      const stored = `SELECT count(message)::int AS messages, count(recipient)::int AS recipients FROM deliveries`;

      await store.removeOld(retentionDates(laterBy(7 * dayMs), 365));
      expect(await stores.sql(stored)).toEqual([{ messages: 1, recipients: 1 }]);
      await store.removeOld(retentionDates(laterBy(7 * dayMs + 1), 365));
      expect(await stores.sql(stored)).toEqual([{ messages: 0, recipients: 0 }]);
    });

    it('removes a name that was declared without an address', async () => {
      await results.create(resultOf({}), { organizationName: 'Acme Ltd' });
      expect(await store.removeOld(retentionDates(laterBy(31 * dayMs), 30))).toMatchObject({ results: 1 });
      expect(await personal()).toEqual([]);
    });

    it('removes evidence that was given without an address', async () => {
      await results.create(resultOf({}), { evidence: { 'gov-ai-policy': { owner: 'Ada' } } });
      expect(await store.removeOld(retentionDates(laterBy(30 * dayMs), 30))).toMatchObject({ results: 0 });
      expect(await personal()).toHaveLength(1);
      expect(await store.removeOld(retentionDates(laterBy(30 * dayMs + 1), 30))).toMatchObject({
        results: 1,
      });
      expect(await personal()).toEqual([]);
    });

    it('removes addresses and notes after their retention time, and cancels unsent deliveries', async () => {
      const old = await submit('old@example.com');
      const young = await submit('young@example.com', laterBy(2 * dayMs));

      const removed = await store.removeOld(retentionDates(laterBy(31 * dayMs), 30));
      expect(removed).toEqual({ results: 1, deliveries: 1 });
      expect(await personal()).toEqual([young]);
      expect(await results.findVerifiable(old)).toBeDefined();
      expect(await stores.sql('SELECT state FROM deliveries WHERE result_id = $1', [old])).toEqual([
        { state: 'cancelled' },
      ]);
    });

    it('removes more rows than one batch', async () => {
      await stores.sql(
        `INSERT INTO rate_limits (key, hits, expires_at)
         SELECT int4send(n), '{}', $1 FROM generate_series(1, 1200) AS n`,
        [noon],
      );
      await store.removeOld(retentionDates(laterBy(1), 365));
      expect(await stores.sql('SELECT count(*)::int AS left FROM rate_limits')).toEqual([{ left: 0 }]);
    });

    it('removes submission keys after a day', async () => {
      const result = resultOf();
      await results.createOnce(
        result,
        {},
        {
          key: 'a key of the client',
          body: 'body',
          clientAddress: '192.0.2.1',
        },
      );
      await store.removeOld(retentionDates(laterBy(dayMs), 365));
      expect(await stores.sql('SELECT DISTINCT result_id FROM idempotency_keys')).toEqual([
        { result_id: result.id },
      ]);
      await store.removeOld(retentionDates(laterBy(dayMs + 1), 365));
      expect(await stores.sql('SELECT DISTINCT result_id FROM idempotency_keys')).toEqual([]);
    });
  });
});
