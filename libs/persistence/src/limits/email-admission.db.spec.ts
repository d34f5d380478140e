import { given } from '@governance/testing';
import {
  type Admission,
  type ClaimedDelivery,
  emailBudgets,
  type EmailLimits,
  LeaseLost,
} from '@governance/deliveries';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf, type TestStores } from '../../spec/fixtures';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresResendQueue } from '../deliveries/postgres-resend-queue';
import { PostgresResultStore } from '../results/postgres-result.store';

const assessor = { to: 'assessor@example.com' };
const [minuteMs, hourMs] = [60_000, 3_600_000];
const roomy: EmailLimits = {
  recipientPerHour: 1_000,
  recipientPerDay: 1_000,
  recipientWaiting: 1_000,
  certificatePerDay: 1_000,
  domainPerHour: 1_000,
  totalPerHour: 1_000,
  clientPerHour: 1_000,
};

interface Mail {
  readonly to?: string;
  readonly from?: string;
  readonly at?: Date;
}

describe('EmailAdmission', () => {
  const stores = given(openTestStores);
  let results: PostgresResultStore;
  let resends: PostgresResendQueue;
  let keyring: TestStores['keyring'];

  beforeEach(() => {
    keyring = stores.keyring;
    results = new PostgresResultStore(stores.database, keyring);
    resends = new PostgresResendQueue(stores.database, keyring);
  });
  afterEach(() => stores.sql('TRUNCATE deliveries, survey_results CASCADE'));
  afterAll(() => stores.close());

  function queueWith(limits: Partial<EmailLimits>): PostgresDeliveryQueue {
    return new PostgresDeliveryQueue(stores.database, keyring, {
      budgets: emailBudgets({ ...roomy, ...limits }),
    });
  }

  let mailboxes = 0;

  /** Queues a completion message and returns the ids of its delivery and result. */
  async function submit({ to, from, at = noon }: Mail = {}): Promise<{ id: string; resultId: string }> {
    const [deliveryId, result] = [randomUUID(), resultOf({ createdAt: at })];
    const submitterEmail = to ?? `assessor-${(mailboxes += 1)}@host-${mailboxes}.example.com`;
    const clientAddress = from ?? `192.0.2.${(mailboxes += 1) % 256}/${mailboxes}`;
    await results.create(result, { submitterEmail, deliveryId, clientAddress });
    return { id: deliveryId, resultId: result.id };
  }

  async function resend(resultId: string, { from = '198.51.100.1', at = noon }: Mail = {}): Promise<string> {
    const deliveryId = randomUUID();
    expect(await resends.add({ resultId, deliveryId, clientAddress: from, now: at })).toBe('queued');
    return deliveryId;
  }

  async function claim(queue: PostgresDeliveryQueue, now: Date): Promise<ClaimedDelivery | undefined> {
    return queue.claim({ now, leaseUntil: new Date(now.getTime() + 20_000) });
  }

  /** Weighs everything due, in order, as one worker after another does. */
  async function admitDue(
    queue: PostgresDeliveryQueue,
    now = noon,
  ): Promise<{ id: string; admission: Admission }[]> {
    const weighed = [];
    for (let due = await claim(queue, now); due; due = await claim(queue, now)) {
      const admission = await queue.admit(due, now);
      if (admission === 'admitted') await queue.complete(due, now);
      weighed.push({ id: due.id, admission });
    }
    return weighed;
  }

  async function admissionsOf(queue: PostgresDeliveryQueue, now = noon): Promise<Admission[]> {
    return (await admitDue(queue, now)).map(({ admission }) => admission);
  }

  async function rowOf(id: string): Promise<Record<string, unknown> | undefined> {
    const [row] = await stores.sql(
      'SELECT state, attempts, lease, available_at, admitted_at, waiting_since, waiting_for FROM deliveries WHERE id = $1',
      [id],
    );
    return row;
  }

  it.each([
    { of: 'an hour to a recipient', limits: { recipientPerHour: 2 }, mail: assessor },
    { of: 'a day to a recipient', limits: { recipientPerDay: 2 }, mail: assessor, hours: 24 },
    { of: 'an hour from a client', limits: { clientPerHour: 2 }, mail: { from: '192.0.2.1' } },
    { of: 'an hour in all', limits: { totalPerHour: 2 }, mail: {} },
  ])(
    'admits no more than the limit $of, and the next when the window has room',
    async ({ limits, mail, hours = 1 }) => {
      const windowMs = hours * hourMs;
      const queue = queueWith(limits);
      for (let count = 0; count < 3; count += 1) await submit({ ...mail, at: laterBy(count) });

      expect(await admissionsOf(queue, laterBy(10))).toEqual(['admitted', 'admitted', 'waiting']);
      expect(await admissionsOf(queue, laterBy(10 + windowMs - 1))).toEqual([]);
      expect(await admissionsOf(queue, laterBy(10 + windowMs))).toEqual(['admitted']);
    },
  );

  it('counts all mailboxes of a domain together, and other domains separately', async () => {
    const queue = queueWith({ domainPerHour: 2 });
    for (const name of ['first', 'second', 'third']) await submit({ to: `${name}@Example.com` });
    await submit({ to: 'first@example.org' });

    expect((await admissionsOf(queue)).toSorted()).toEqual(['admitted', 'admitted', 'admitted', 'waiting']);
  });

  it('counts the messages of a certificate for all clients', async () => {
    const queue = queueWith({ certificatePerDay: 2 });
    const { resultId } = await submit();
    await submit();
    for (const from of ['192.0.2.1', '192.0.2.2']) await resend(resultId, { from, at: laterBy(1) });

    expect(await admissionsOf(queue, laterBy(1))).toEqual(['admitted', 'admitted', 'admitted', 'waiting']);
    expect(await admissionsOf(queue, laterBy(1 + 24 * hourMs))).toEqual(['admitted']);
  });

  it('counts all spellings of an address as one recipient', async () => {
    const queue = queueWith({ recipientPerHour: 1 });
    await submit(assessor);
    await submit({ to: 'Assessor+again@Example.com' });

    expect(await admissionsOf(queue)).toEqual(['admitted', 'waiting']);
  });

  it('returns a waiting delivery without counting an attempt, and records since when and until when it waits', async () => {
    const queue = queueWith({ recipientPerHour: 1 });
    await submit(assessor);
    const { id } = await submit({ ...assessor, at: laterBy(1) });
    await admitDue(queue, laterBy(minuteMs));

    const waiting = { state: 'queued', attempts: 0, lease: null, admitted_at: null };
    const [since, until] = [laterBy(minuteMs), laterBy(minuteMs + hourMs)];
    expect(await rowOf(id)).toMatchObject({ ...waiting, waiting_since: since, available_at: until });

    await admitDue(queue, until);
    const admitted = { state: 'sent', attempts: 1, admitted_at: until, waiting_since: since };
    expect(await rowOf(id)).toMatchObject({ ...admitted, waiting_for: null });
  });

  it('admits waiting deliveries in their order of arrival, each waking once', async () => {
    const queue = queueWith({ clientPerHour: 2 });
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1)
      ids.push((await submit({ from: '192.0.2.1', at: laterBy(count) })).id);
    await admitDue(queue, laterBy(10));

    const passed = [];
    for (let hours = 1; hours <= 4; hours += 1) {
      const weighed = await admitDue(queue, laterBy(10 + hours * hourMs));
      passed.push(weighed.map(({ id, admission }) => `${ids.indexOf(id)} ${admission}`));
    }
    expect(passed).toEqual([['2 admitted', '3 admitted'], ['4 admitted', '5 admitted'], ['6 admitted'], []]);
  });

  it('queues later deliveries behind waiting ones', async () => {
    const queue = queueWith({ clientPerHour: 1 });
    await submit({ from: '192.0.2.1' });
    const { id: early } = await submit({ from: '192.0.2.1', at: laterBy(1) });
    await admitDue(queue, laterBy(10));
    // No worker was running when the first had its turn.
    const late = await submit({ from: '192.0.2.1', at: laterBy(10 + hourMs) });

    expect(await admitDue(queue, laterBy(20 + hourMs))).toEqual([
      { id: early, admission: 'admitted' },
      { id: late.id, admission: 'waiting' },
    ]);
    expect(await rowOf(late.id)).toMatchObject({ available_at: laterBy(20 + 2 * hourMs) });
  });

  it('delays no delivery for those that wait for another budget', async () => {
    const queue = queueWith({ recipientPerHour: 1, clientPerHour: 5 });
    for (let count = 0; count < 4; count += 1)
      await submit({ to: 'victim@example.com', from: '192.0.2.1', at: laterBy(count) });
    await admitDue(queue, laterBy(10));
    await submit({ from: '192.0.2.1', at: laterBy(11) });
    expect(await admissionsOf(queue, laterBy(11))).toEqual(['admitted']);
  });

  it('merges a delivery into one that waits with the same certificate for the same recipient', async () => {
    const queue = queueWith({ recipientPerHour: 1 });
    const { resultId } = await submit(assessor);
    const first = await resend(resultId, { at: laterBy(1) });
    const second = await resend(resultId, { at: laterBy(2) });
    const other = await submit({ ...assessor, at: laterBy(3) });

    expect(await admissionsOf(queue, laterBy(10))).toEqual(['admitted', 'waiting', 'merged', 'waiting']);
    expect(await rowOf(second)).toMatchObject({ state: 'merged', lease: null });
    expect(await admitDue(queue, laterBy(10 + hourMs))).toEqual([{ id: first, admission: 'admitted' }]);
    expect(await rowOf(other.id)).toMatchObject({ state: 'queued', available_at: laterBy(10 + 2 * hourMs) });
  });

  it('keeps the earlier turn of two that are merged', async () => {
    const queue = queueWith({ recipientPerHour: 1, clientPerHour: 1 });
    const { resultId } = await submit(assessor);
    for (let count = 0; count < 4; count += 1) await submit({ from: '203.0.113.1', at: laterBy(count) });
    const far = await resend(resultId, { from: '203.0.113.1', at: laterBy(5) });
    await admitDue(queue, laterBy(10));
    const near = await resend(resultId, { from: '192.0.2.1', at: laterBy(11) });

    expect(await admissionsOf(queue, laterBy(11))).toEqual(['waiting']);
    expect(await rowOf(far)).toMatchObject({ state: 'merged', waiting_for: null });
    expect(await rowOf(near)).toMatchObject({ available_at: laterBy(10 + hourMs) });
  });

  it('admits no more than the limit to many concurrent workers', async () => {
    const queue = queueWith({ recipientPerHour: 5, totalPerHour: 12 });
    for (let count = 0; count < 10; count += 1) {
      await submit(assessor);
      await submit();
    }
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(queue, noon)));
    const admissions = await Promise.all(
      claims.map(async (due) => due && { to: due.recipient, admission: await queue.admit(due, noon) }),
    );

    const admitted = admissions.filter((weighed) => weighed?.admission === 'admitted');
    expect(admitted).toHaveLength(12);
    const toAssessor = admitted.filter((weighed) => weighed?.to === 'assessor@example.com');
    expect(toAssessor.length).toBeLessThanOrEqual(5);
    expect(admissions.filter((weighed) => weighed?.admission === 'waiting')).toHaveLength(8);
  });

  it('continues counting after a rotation of the keys', async () => {
    const { resultId } = await submit(assessor);
    await submit({ ...assessor, at: laterBy(1) });
    const queue = queueWith({ recipientPerHour: 1 });
    expect(await admissionsOf(queue, laterBy(1))).toEqual(['admitted', 'waiting']);

    keyring = stores.rotateKeys();
    resends = new PostgresResendQueue(stores.database, keyring);
    const later = await resend(resultId, { at: laterBy(2) });
    const rotated = queueWith({ recipientPerHour: 1 });
    expect(await admissionsOf(rotated, laterBy(2))).toEqual(['waiting']);
    expect(await rowOf(later)).toMatchObject({ available_at: laterBy(1 + 2 * hourMs) });
    expect(await admissionsOf(rotated, laterBy(1 + hourMs))).toEqual(['admitted']);
  });

  it('continues counting a domain after a rotation of the keys', async () => {
    await submit({ to: 'first@example.com' });
    expect(await admissionsOf(queueWith({ domainPerHour: 1 }))).toEqual(['admitted']);

    keyring = stores.rotateKeys();
    results = new PostgresResultStore(stores.database, keyring);
    await submit({ to: 'second@example.com', at: laterBy(1) });
    expect(await admissionsOf(queueWith({ domainPerHour: 1 }), laterBy(1))).toEqual(['waiting']);
  });

  it('counts and finds a delivery queued before hashes were introduced', async () => {
    const queue = queueWith({ recipientPerHour: 1 });
    const { id } = await submit(assessor);
    await stores.sql('UPDATE deliveries SET recipient_mac = NULL, domain_mac = NULL, client_mac = NULL');
    await submit({ ...assessor, at: laterBy(1) });

    expect(await admissionsOf(queue, laterBy(1))).toEqual(['admitted', 'waiting']);
    const [row] = await stores.sql('SELECT recipient_mac FROM deliveries WHERE id = $1', [id]);
    expect(row?.recipient_mac).toHaveLength(32);
  });

  it('refuses to weigh a delivery with a lease that another worker has taken over', async () => {
    const queue = queueWith({});
    await submit();
    const lost = await claim(queue, noon);
    const held = await claim(queue, laterBy(20_000));
    if (!lost || !held) throw new Error('nothing was due');

    await expect(queue.admit(lost, laterBy(20_000))).rejects.toThrow(LeaseLost);
    expect(await queue.admit(held, laterBy(20_000))).toBe('admitted');
  });

  it('tells the next claimant that a delivery was admitted', async () => {
    const queue = queueWith({});
    await submit();
    const first = await claim(queue, noon);
    if (!first) throw new Error('nothing was due');
    await queue.admit(first, noon);

    expect(await claim(queue, laterBy(20_000))).toMatchObject({ id: first.id, admittedAt: noon });
  });
});
