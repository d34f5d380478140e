import { type ClaimedDelivery, LeaseLost } from '@governance/deliveries';
import { given, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { PostgresDeliveryQueue } from './postgres-delivery-queue';
import { PostgresResultStore } from '../results/postgres-result.store';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';

const leaseUntil = laterBy(20_000);

describe('PostgresDeliveryQueue', () => {
  const stores = given(openTestStores);
  let queue: PostgresDeliveryQueue;
  let results: PostgresResultStore;

  beforeAll(() => {
    queue = new PostgresDeliveryQueue(stores.database, stores.keyring);
    results = new PostgresResultStore(stores.database, stores.keyring);
  });
  afterEach(() => stores.sql('TRUNCATE deliveries, survey_results CASCADE'));
  afterAll(async () => {
    await queue.close();
    await stores.close();
  });

  async function enqueue(createdAt = noon): Promise<string> {
    const deliveryId = randomUUID();
    await results.create(resultOf({ createdAt }), { submitterEmail: 'assessor@example.com', deliveryId });
    return deliveryId;
  }

  async function claimed(now = noon): Promise<ClaimedDelivery> {
    const claim = await queue.claim({ now, leaseUntil: new Date(now.getTime() + 20_000) });
    if (!claim) throw new Error('nothing was due');
    return claim;
  }

  it('hands out the oldest due delivery with its recipient', async () => {
    await enqueue(laterBy(-1_000));
    const oldest = await enqueue(laterBy(-2_000));

    expect(await claimed()).toMatchObject({
      id: oldest,
      kind: 'completion',
      recipient: 'assessor@example.com',
      attempts: 1,
      message: undefined,
    });
  });

  it('hands out the oldest of several due at the same time', async () => {
    const created = [-1_000, -3_000, -2_000].map(laterBy);
    const ids = [];
    for (const at of created) ids.push(await enqueue(at));
    await stores.sql('UPDATE deliveries SET available_at = $1', [noon]);
    await stores.sql('DROP INDEX deliveries_due');

    const claims = [await claimed(), await claimed(), await claimed()];
    expect(claims.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    await stores.sql(
      `CREATE INDEX deliveries_due ON deliveries (available_at, created_at) WHERE state = 'queued'`,
    );
  });

  it('hides a claimed delivery until its lease is over, and counts the attempts', async () => {
    await enqueue();
    const first = await claimed();

    expect(await queue.claim({ now: laterBy(19_999), leaseUntil })).toBeUndefined();
    const second = await claimed(leaseUntil);
    expect(second).toMatchObject({ id: first.id, attempts: 2 });
    expect(second.lease).not.toBe(first.lease);
  });

  it('hands out each delivery once to many concurrent workers', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => enqueue()));
    const claims = await Promise.all(
      Array.from({ length: 30 }, () => queue.claim({ now: noon, leaseUntil })),
    );

    const handedOut = claims.flatMap((claim) => (claim ? [claim.id] : []));
    expect(handedOut.toSorted()).toEqual(ids.toSorted());
  });

  it('gives the stored message, byte for byte, to the next claimant', async () => {
    await enqueue();
    const message = Buffer.from([0, 13, 10, 255, 128]);
    await queue.saveMessage(await claimed(), { message, leaseUntil });

    const { message: kept } = await claimed(leaseUntil);
    expect(kept).toEqual(message);
  });

  it('stores messages sealed', async () => {
    const id = await enqueue();
    await queue.saveMessage(await claimed(), {
      message: Buffer.from('To: assessor@example.com'),
      leaseUntil,
    });

    const [row] = await stores.sql('SELECT message FROM deliveries WHERE id = $1', [id]);
    expect(String(row?.message)).not.toContain('example');
  });

  it('never hands out sent or parked deliveries', async () => {
    await enqueue();
    await enqueue();
    await queue.complete(await claimed(), noon);
    await queue.park(await claimed(), 'MailRefused 550');

    expect(await queue.claim({ now: laterBy(10 ** 9), leaseUntil })).toBeUndefined();
    const rows = await stores.sql('SELECT state, failure, sent_at FROM deliveries ORDER BY state');
    expect(rows).toEqual([
      { state: 'parked', failure: 'MailRefused 550', sent_at: null },
      { state: 'sent', failure: null, sent_at: noon },
    ]);
  });

  it('hands out a postponed delivery when it is due', async () => {
    await enqueue();
    await queue.postpone(await claimed(), { until: laterBy(5_000), failure: 'Error ECONNREFUSED' });

    expect(await queue.claim({ now: laterBy(4_999), leaseUntil })).toBeUndefined();
    expect(await queue.claim({ now: laterBy(5_000), leaseUntil })).toMatchObject({ attempts: 2 });
  });

  it('refuses every change with a lease that another worker has taken over', async () => {
    await enqueue();
    const lost = await claimed();
    const held = await claimed(leaseUntil);

    const changes = [
      () => queue.saveMessage(lost, { message: Buffer.from('late'), leaseUntil }),
      () => queue.complete(lost, noon),
      () => queue.postpone(lost, { until: noon, failure: 'late' }),
      () => queue.park(lost, 'late'),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow(LeaseLost);
    await queue.complete(held, noon);
    await expect(queue.complete(held, noon)).rejects.toThrow(LeaseLost);
  });

  it('wakes a waiting worker when a delivery is queued', async () => {
    const waiting = queue.waitForWork({ timeoutMs: 60_000, signal: new AbortController().signal });
    // A listener gets hints only after it starts to listen.
    await until(async () => (await listeners()) > 0);
    await enqueue();
    await waiting;
  });

  it('ends a wait after its timeout and when it is stopped', async () => {
    await queue.waitForWork({ timeoutMs: 1, signal: new AbortController().signal });
    await queue.waitForWork({ timeoutMs: 60_000, signal: AbortSignal.abort() });
  });

  it('listens again after its connection was lost', async () => {
    const { signal } = new AbortController();
    await queue.waitForWork({ timeoutMs: 1, signal });
    await stores.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN deliveries'`,
    );
    await until(async () => (await listeners()) === 0);

    const waiting = queue.waitForWork({ timeoutMs: 60_000, signal });
    await until(async () => (await listeners()) > 0);
    await enqueue();
    await waiting;
  });

  async function listeners(): Promise<number> {
    const rows = await stores.sql(
      `SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN deliveries' AND state = 'idle' AND datname = current_database()`,
    );
    return rows.length;
  }
});
