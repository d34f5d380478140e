import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresBlockedAddresses } from '../addresses/postgres-blocked-addresses';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresDeliveryProgressStore } from './postgres-delivery-progress.store';
import { PostgresDeliveryQueue } from './postgres-delivery-queue';
import { PostgresResendQueue } from './postgres-resend-queue';

const submitterEmail = 'assessor@example.com';

describe('PostgresDeliveryProgressStore', () => {
  const stores = given(openTestStores);
  let progress: PostgresDeliveryProgressStore;
  let results: PostgresResultStore;
  let queue: PostgresDeliveryQueue;
  let resends: PostgresResendQueue;

  beforeAll(() => {
    progress = new PostgresDeliveryProgressStore(stores.database);
    results = new PostgresResultStore(stores.database, stores.keyring);
    queue = new PostgresDeliveryQueue(stores.database, stores.keyring);
    resends = new PostgresResendQueue(stores.database, stores.keyring);
  });
  beforeEach(() => stores.sql('TRUNCATE deliveries, survey_results CASCADE'));
  afterAll(async () => {
    await queue.close();
    await stores.close();
  });

  async function submit(extras: object = { submitterEmail, deliveryId: randomUUID() }): Promise<string> {
    const result = resultOf();
    await results.create(result, extras);
    return result.id;
  }

  async function claim(ms = 0): ReturnType<PostgresDeliveryQueue['claim']> {
    return queue.claim({ now: laterBy(ms), leaseUntil: laterBy(ms + 20_000) });
  }

  async function claimed(ms = 0): Promise<NonNullable<Awaited<ReturnType<typeof claim>>>> {
    const delivery = await claim(ms);
    if (!delivery) throw new Error('nothing was due');
    return delivery;
  }

  async function resend(resultId: string, ms: number): Promise<void> {
    const now = laterBy(ms);
    const request = { resultId, deliveryId: randomUUID(), clientAddress: '192.0.2.1', now };
    expect(await resends.add(request)).toBe('queued');
  }

  it('is undefined for a result without an address, and for an unknown one', async () => {
    expect(await progress.ofResult(await submit({}))).toBeUndefined();
    expect(await progress.ofResult(randomUUID())).toBeUndefined();
  });

  it('follows a delivery until it is sent', async () => {
    const id = await submit();
    const fresh = { state: 'queued', queuedAt: noon, sentAt: undefined, isDelayed: false, isBlocked: false };
    expect(await progress.ofResult(id)).toEqual(fresh);
    await queue.postpone(await claimed(), { until: laterBy(5_000), failure: 'MailDeferred 450' });
    expect(await progress.ofResult(id)).toEqual({ ...fresh, isDelayed: true });
    await queue.complete(await claimed(6_000), laterBy(7_000));
    expect(await progress.ofResult(id)).toEqual({ ...fresh, state: 'sent', sentAt: laterBy(7_000) });
  });

  it('is that of the newest delivery, but not of a merged one', async () => {
    const id = await submit();
    await queue.complete(await claimed(), laterBy(1_000));
    await resend(id, 60_000);
    expect(await progress.ofResult(id)).toMatchObject({ state: 'queued', queuedAt: laterBy(60_000) });
    await stores.sql(`UPDATE deliveries SET state = 'merged' WHERE kind = 'resend'`);
    expect(await progress.ofResult(id)).toMatchObject({ state: 'sent', queuedAt: noon });
  });

  it('tells a blocked recipient from an erased one', async () => {
    const id = await submit();
    const blocked = new PostgresBlockedAddresses(stores.database, stores.keyring);
    await blocked.block(blocked.tokenOf(submitterEmail), noon);
    expect(await progress.ofResult(id)).toMatchObject({ state: 'cancelled', isBlocked: true });
    const other = await submit();
    await stores.sql(`UPDATE deliveries SET state = 'cancelled' WHERE result_id = $1`, [other]);
    expect(await progress.ofResult(other)).toMatchObject({ state: 'cancelled', isBlocked: false });
  });
});
