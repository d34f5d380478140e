import { type ResendOutcome } from '@governance/deliveries';
import { given, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { laterBy, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresDeliveryQueue } from './postgres-delivery-queue';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresResendQueue } from './postgres-resend-queue';
import { PostgresResultStore } from '../results/postgres-result.store';

describe('PostgresResendQueue', () => {
  const stores = given(openTestStores);
  let results: PostgresResultStore;
  let resends: PostgresResendQueue;
  let deliveries: PostgresDeliveryQueue;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    resends = new PostgresResendQueue(stores.database, stores.keyring);
    deliveries = new PostgresDeliveryQueue(stores.database, stores.keyring);
  });
  afterEach(() => stores.sql('TRUNCATE deliveries, survey_results CASCADE'));
  afterAll(async () => {
    await deliveries.close();
    await stores.close();
  });

  async function submitted(submitterEmail?: string): Promise<string> {
    const result = resultOf();
    await results.create(result, submitterEmail === undefined ? {} : { submitterEmail });
    return result.id;
  }

  function add(resultId: string, deliveryId = randomUUID()): Promise<ResendOutcome> {
    return resends.add({ resultId, deliveryId, clientAddress: '192.0.2.1', now: laterBy(1_000) });
  }

  it('queues a new delivery to the recorded address, due at once', async () => {
    const resultId = await submitted('assessor@example.com');
    const deliveryId = randomUUID();
    expect(await add(resultId, deliveryId)).toBe('queued');

    const due = { now: laterBy(1_000), leaseUntil: laterBy(20_000) };
    expect(await deliveries.claim(due)).toMatchObject({
      id: deliveryId,
      kind: 'resend',
      resultId,
      recipient: 'assessor@example.com',
      createdAt: laterBy(1_000),
      admittedAt: undefined,
      message: undefined,
    });
  });

  it('queues each of many resends', async () => {
    const resultId = await submitted('assessor@example.com');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => add(resultId)));
    expect(new Set(outcomes)).toEqual(new Set(['queued']));
    expect(await stores.sql('SELECT id FROM deliveries')).toHaveLength(10);
  });

  it('queues nothing for a result that does not exist or came without an address', async () => {
    expect(await add(randomUUID())).toBe('unknown_result');
    expect(await add(await submitted())).toBe('no_address');
    expect(await stores.sql('SELECT id FROM deliveries')).toEqual([]);
  });

  it('queues nothing to an address that is being erased', async () => {
    const resultId = await submitted('assessor@example.com');
    const eraser = await stores.database.connect();
    await eraser.query('BEGIN');
    await eraser.query('UPDATE survey_results SET submitter_email = NULL WHERE id = $1', [resultId]);
    const adding = add(resultId);
    await until(async () => (await waitingForLocks()) > 0);
    await eraser.query('COMMIT');
    eraser.release();

    expect(await adding).toBe('no_address');
    expect(await add(resultId)).toBe('no_address');
    expect(await stores.sql('SELECT id FROM deliveries')).toEqual([]);
  });

  it('leaves no delivery to an address that is erased at the same time', async () => {
    const erasure = new PostgresPersonalDataStore(stores.database, stores.keyring);
    const resultId = await submitted('assessor@example.com');
    const held = randomUUID();
    await add(resultId, held);
    const blocker = await stores.database.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT id FROM deliveries WHERE id = $1 FOR UPDATE', [held]);
    const erasing = erasure.erase('assessor@example.com');
    await until(async () => (await waitingForLocks()) > 0);
    const adding = add(resultId);
    await until(async () => (await waitingForLocks()) !== 1 || (await kept()).length !== 1);
    await blocker.query('COMMIT');
    blocker.release();

    await Promise.all([erasing, adding]);
    expect(await stores.sql('SELECT id FROM deliveries WHERE recipient IS NOT NULL')).toEqual([]);
  });

  it('wakes a waiting worker', async () => {
    const resultId = await submitted('assessor@example.com');
    const waiting = deliveries.waitForWork({ timeoutMs: 60_000, signal: new AbortController().signal });
    await until(async () => (await listeners()) > 0);
    await add(resultId);
    await waiting;
  });

  it('stores no plain address and no plain client address', async () => {
    await add(await submitted('assessor@example.com'));
    const [row] = await stores.sql(
      'SELECT recipient, recipient_mac, domain_mac, client_mac, submitter_email_mac FROM deliveries JOIN survey_results ON result_id = survey_results.id',
    );
    expect(row?.recipient_mac).toEqual(row?.submitter_email_mac);
    for (const value of Object.values(row ?? {})) {
      expect(Buffer.isBuffer(value)).toBe(true);
      expect(String(value)).not.toMatch(/example|192/);
    }
  });

  async function kept(): Promise<unknown[]> {
    return stores.sql('SELECT id FROM deliveries');
  }

  async function waitingForLocks(): Promise<number> {
    const query = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    return (await stores.sql(query)).length;
  }

  async function listeners(): Promise<number> {
    const query = `SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN deliveries' AND state = 'idle' AND datname = current_database()`;
    return (await stores.sql(query)).length;
  }
});
