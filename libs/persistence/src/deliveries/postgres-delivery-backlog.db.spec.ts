import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresDeliveryBacklog } from './postgres-delivery-backlog';
import { PostgresDeliveryQueue } from './postgres-delivery-queue';
import { PostgresResultStore } from '../results/postgres-result.store';

describe('PostgresDeliveryBacklog', () => {
  const stores = given(openTestStores);
  let backlog: PostgresDeliveryBacklog;
  let queue: PostgresDeliveryQueue;

  beforeAll(() => {
    backlog = new PostgresDeliveryBacklog(stores.database);
    queue = new PostgresDeliveryQueue(stores.database, stores.keyring);
  });
  afterAll(async () => {
    await queue.close();
    await stores.close();
  });

  it('counts due deliveries that no worker holds, and reports since when', async () => {
    expect(await backlog.measure(noon)).toEqual({ due: 0, dueSince: undefined });

    const results = new PostgresResultStore(stores.database, stores.keyring);
    for (const secondsAgo of [90, 60, 30, -30]) {
      const createdAt = laterBy(-1_000 * secondsAgo);
      const extras = { submitterEmail: 'assessor@example.com', deliveryId: randomUUID() };
      await results.create(resultOf({ createdAt }), extras);
    }
    expect(await backlog.measure(noon)).toEqual({ due: 3, dueSince: laterBy(-90_000) });

    const claim = await queue.claim({ now: noon, leaseUntil: laterBy(20_000) });
    expect(await backlog.measure(noon)).toEqual({ due: 2, dueSince: laterBy(-60_000) });
    if (claim) await queue.complete(claim, noon);
    expect(await backlog.measure(laterBy(60_000))).toMatchObject({ due: 3 });
  });
});
