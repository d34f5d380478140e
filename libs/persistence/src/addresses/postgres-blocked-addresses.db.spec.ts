import { given } from '@governance/testing';
import { type Admission, type ClaimedDelivery } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresBlockedAddresses } from './postgres-blocked-addresses';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresResendQueue } from '../deliveries/postgres-resend-queue';
import { PostgresResultStore } from '../results/postgres-result.store';

const owner = 'assessor@example.com';

describe('PostgresBlockedAddresses', () => {
  const stores = given(openTestStores);

  afterEach(() => stores.sql('TRUNCATE blocked_addresses, deliveries, survey_results CASCADE'));
  afterAll(() => stores.close());

  function blockedWith(keyring: Keyring = stores.keyring): PostgresBlockedAddresses {
    return new PostgresBlockedAddresses(stores.database, keyring);
  }

  function queueWith(keyring: Keyring = stores.keyring): PostgresDeliveryQueue {
    return new PostgresDeliveryQueue(stores.database, keyring);
  }

  async function submit(submitterEmail: string): Promise<{ resultId: string; deliveryId: string }> {
    const [result, deliveryId] = [resultOf(), randomUUID()];
    await new PostgresResultStore(stores.database, stores.keyring).create(result, {
      submitterEmail,
      deliveryId,
      clientAddress: '192.0.2.1',
    });
    return { resultId: result.id, deliveryId };
  }

  async function claim(queue: PostgresDeliveryQueue, now = noon): Promise<ClaimedDelivery> {
    const due = await queue.claim({ now, leaseUntil: new Date(now.getTime() + 20_000) });
    if (!due) throw new Error('nothing was due');
    return due;
  }

  async function admission(queue = queueWith()): Promise<Admission> {
    return queue.admit(await claim(queue), noon);
  }

  async function stateOf(id: string): Promise<unknown> {
    const [row] = await stores.sql('SELECT state, lease, failure FROM deliveries WHERE id = $1', [id]);
    return row;
  }

  it('sends nothing more to the address, in any of its spellings', async () => {
    const blocked = blockedWith();
    expect(await blocked.block(blocked.tokenOf(owner), noon)).toBe(true);
    const { deliveryId } = await submit('Assessor+tag@EXAMPLE.com');

    expect(await admission()).toBe('blocked');
    expect(await stateOf(deliveryId)).toEqual({ state: 'cancelled', lease: null, failure: 'AddressBlocked' });
  });

  it('does not affect other addresses', async () => {
    const blocked = blockedWith();
    await blocked.block(blocked.tokenOf(owner), noon);
    await submit('other@example.com');
    expect(await admission()).toBe('admitted');
  });

  it('cancels an admitted delivery that is not yet sent', async () => {
    const queue = queueWith();
    const { deliveryId } = await submit(owner);
    const first = await claim(queue);
    await queue.admit(first, noon);
    await queue.postpone(first, { until: laterBy(5_000), failure: 'Error' });
    const blocked = blockedWith();
    await blocked.block(blocked.tokenOf(owner), noon);

    expect(await stateOf(deliveryId)).toMatchObject({ state: 'cancelled' });
    expect(await queue.claim({ now: laterBy(5_000), leaseUntil: laterBy(25_000) })).toBeUndefined();
  });

  it('finds an admitted delivery with the hash of another key version at its next attempt', async () => {
    const queue = queueWith();
    await submit(owner);
    const first = await claim(queue);
    await queue.admit(first, noon);
    await queue.postpone(first, { until: laterBy(5_000), failure: 'Error' });
    const rotated = stores.rotateKeys();
    const blocked = blockedWith(rotated);
    await blocked.block(blocked.tokenOf(owner), noon);

    const laterQueue = queueWith(rotated);
    const second = await claim(laterQueue, laterBy(5_000));
    expect(second.admittedAt).toEqual(noon);
    expect(await laterQueue.admit(second, laterBy(5_000))).toBe('blocked');
  });

  it('holds for a token of an older key version', async () => {
    const token = blockedWith().tokenOf(owner);
    const rotated = stores.rotateKeys();
    expect(await blockedWith(rotated).block(token, noon)).toBe(true);
    await submit(owner);
    expect(await admission(queueWith(rotated))).toBe('blocked');
  });

  it('is not visible: a resend to the address is queued like any other', async () => {
    const { resultId } = await submit(owner);
    const blocked = blockedWith();
    await blocked.block(blocked.tokenOf(owner), noon);
    const request = { resultId, deliveryId: randomUUID(), clientAddress: '192.0.2.1', now: noon };
    expect(await new PostgresResendQueue(stores.database, stores.keyring).add(request)).toBe('queued');
  });

  it('can be repeated, and stores no address', async () => {
    const blocked = blockedWith();
    const token = blocked.tokenOf(owner);
    await blocked.block(token, noon);
    expect(await blocked.block(token, laterBy(1_000))).toBe(true);
    const rows = await stores.sql('SELECT * FROM blocked_addresses');
    expect(rows).toEqual([{ address_mac: expect.any(Buffer) as unknown, blocked_at: noon }]);
  });

  it.each([
    (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
    (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
    (token: string) => `${token}A`,
    () => '',
    () => 'A'.repeat(64),
  ])('refuses a token that we did not make (%#)', async (forge) => {
    const blocked = blockedWith();
    const forged = forge(blocked.tokenOf(owner));
    expect(blocked.knows(forged)).toBe(false);
    expect(await blocked.block(forged, noon)).toBe(false);
    expect(await stores.sql('SELECT * FROM blocked_addresses')).toEqual([]);
  });
});
