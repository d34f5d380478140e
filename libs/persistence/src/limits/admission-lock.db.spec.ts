import { opened } from '@governance/testing';
import { lockSession, type NamedLock, unlockSession } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresResultStore } from '../results/postgres-result.store';

describe('the admission of certificates', () => {
  const stores = opened(openTestStores);

  it.each<NamedLock>([
    'platform-migrations',
    'identity-migrations',
    'identity-signing-keys',
    'invitation-admissions',
  ])('continues while another program holds the lock %s', async (lock) => {
    const submission = { submitterEmail: 'assessor@example.com', deliveryId: randomUUID() };
    await new PostgresResultStore(stores.database, stores.keyring).create(resultOf(), submission);
    const queue = new PostgresDeliveryQueue(stores.database, stores.keyring);
    const claim = await queue.claim({ now: noon, leaseUntil: laterBy(20_000) });
    const holder = await stores.database.connect();
    await holder.query(lockSession(lock));
    try {
      expect(claim && (await queue.admit(claim, noon))).toMatch(/admitted|waiting/);
    } finally {
      await holder.query(unlockSession(lock));
      holder.release();
      await queue.close();
    }
  });
});
