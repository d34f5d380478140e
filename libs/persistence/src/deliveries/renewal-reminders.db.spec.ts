import { given } from '@governance/testing';
import { remindAt, retentionDates } from '@governance/assessments';
import { type ClaimedDelivery, defaultEmailLimits, emailBudgets } from '@governance/deliveries';
import { randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresBlockedAddresses } from '../addresses/postgres-blocked-addresses';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresWithdrawalStore } from '../results/certification/postgres-withdrawal.store';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresDeliveryBacklog } from './postgres-delivery-backlog';
import { PostgresDeliveryProgressStore } from './postgres-delivery-progress.store';
import { PostgresDeliveryQueue } from './postgres-delivery-queue';
import { PostgresResendQueue } from './postgres-resend-queue';

const submitterEmail = 'assessor@example.com';
const clientAddress = '192.0.2.1';
const dayMs = 24 * 60 * 60 * 1000;
const due = remindAt(noon);
const justBefore = new Date(due.getTime() - 1);

describe('reminders in PostgreSQL', () => {
  const stores = given(openTestStores);
  let results: PostgresResultStore;
  let queue: PostgresDeliveryQueue;
  let store: PostgresPersonalDataStore;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    queue = new PostgresDeliveryQueue(stores.database, stores.keyring, {
      budgets: emailBudgets({ ...defaultEmailLimits, recipientPerHour: 1 }),
    });
    store = new PostgresPersonalDataStore(stores.database, stores.keyring);
  });
  beforeEach(() => stores.sql('TRUNCATE deliveries, survey_results, blocked_addresses CASCADE'));
  afterAll(async () => {
    await queue.close();
    await stores.close();
  });

  function extras(): Parameters<PostgresResultStore['create']>[1] & { reminder: { deliveryId: string } } {
    const reminder = { deliveryId: randomUUID(), dueAt: due };
    return { submitterEmail, deliveryId: randomUUID(), clientAddress, reminder };
  }

  function claim(now: Date): Promise<ClaimedDelivery | undefined> {
    return queue.claim({ now, leaseUntil: new Date(now.getTime() + 20_000) });
  }

  /** A result whose certificate was sent, and its reminder. */
  async function submitted(): Promise<{ resultId: string; reminderId: string }> {
    const [result, given] = [resultOf(), extras()];
    await results.create(result, given);
    const certificate = await claim(noon);
    if (certificate?.kind !== 'completion') throw new Error('the certificate was not due');
    await queue.admit(certificate, noon);
    await queue.complete(certificate, noon);
    return { resultId: result.id, reminderId: given.reminder.deliveryId };
  }

  async function rowOf(id: string): Promise<unknown> {
    const [row] = await stores.sql(
      `SELECT state, failure, num_nonnulls(recipient, recipient_mac, domain_mac, client_mac) AS personal
       FROM deliveries WHERE id = $1`,
      [id],
    );
    return row;
  }

  it('are due eleven months after the result, to its address, for one worker', async () => {
    const { resultId, reminderId } = await submitted();
    expect(await claim(justBefore)).toBeUndefined();
    const claims = (await Promise.all([claim(due), claim(due)])).filter((claimed) => claimed !== undefined);
    expect(claims).toMatchObject([
      { id: reminderId, kind: 'renewal-reminder', resultId, recipient: submitterEmail, attempts: 1 },
    ]);
    const [reminder] = claims;
    if (!reminder) throw new Error('nothing was due');
    expect(await queue.admit(reminder, due)).toBe('admitted');
    await queue.complete(reminder, due);
    expect(await claim(new Date(due.getTime() + 365 * dayMs))).toBeUndefined();
  });

  it('are queued once, however often the submission is sent', async () => {
    const key = { key: 'a key of the client', body: 'body', clientAddress };
    for (let count = 0; count < 3; count += 1) await results.createOnce(resultOf(), extras(), key);
    expect(await stores.sql('SELECT kind FROM deliveries ORDER BY kind')).toEqual([
      { kind: 'completion' },
      { kind: 'renewal-reminder' },
    ]);
  });

  it('are not queued when nothing was asked for', async () => {
    await results.create(resultOf(), { submitterEmail, deliveryId: randomUUID() });
    expect(await stores.sql('SELECT kind FROM deliveries')).toEqual([{ kind: 'completion' }]);
  });

  it('are in no backlog before they are due, and never in the status of the certificate', async () => {
    const { resultId, reminderId } = await submitted();
    const backlog = new PostgresDeliveryBacklog(stores.database);
    expect(await backlog.measure(justBefore)).toEqual({ due: 0, dueSince: undefined });
    expect(await backlog.measure(due)).toEqual({ due: 1, dueSince: due });
    const progress = new PostgresDeliveryProgressStore(stores.database);
    for (const state of ['queued', 'cancelled', 'parked', 'sent']) {
      await stores.sql('UPDATE deliveries SET state = $2, created_at = $3 WHERE id = $1', [
        reminderId,
        state,
        laterBy(1),
      ]);
      expect(await progress.ofResult(resultId)).toMatchObject({ state: 'sent', queuedAt: noon });
    }
  });

  it('wait for the budgets of their recipient, and are not merged with a certificate', async () => {
    const { resultId, reminderId } = await submitted();
    const resends = new PostgresResendQueue(stores.database, stores.keyring);
    const admissions: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const deliveryId = randomUUID();
      await resends.add({ resultId, deliveryId, clientAddress, now: justBefore });
      const resent = await claim(justBefore);
      expect(resent?.id).toBe(deliveryId);
      admissions.push(resent && (await queue.admit(resent, justBefore)));
    }
    const reminder = await claim(due);
    expect(reminder?.id).toBe(reminderId);
    admissions.push(reminder && (await queue.admit(reminder, due)));
    expect(admissions).toEqual(['admitted', 'waiting', 'waiting']);
    const waiting = await stores.sql(
      `SELECT kind FROM deliveries WHERE state = 'queued' AND waiting_for IS NOT NULL ORDER BY kind`,
    );
    expect(waiting).toEqual([{ kind: 'renewal-reminder' }, { kind: 'resend' }]);
  });

  it.each<[string, (resultId: string) => Promise<unknown>, object]>([
    ['their address is erased', () => store.erase('Assessor@example.com'), { failure: null, personal: 0 }],
    [
      'their address is deleted by a shorter retention time',
      () => store.removeOld(retentionDates(laterBy(31 * dayMs), 30)),
      { failure: null, personal: 0 },
    ],
    [
      'their address is blocked',
      (): Promise<boolean> => {
        const blocked = new PostgresBlockedAddresses(stores.database, stores.keyring);
        return blocked.block(blocked.tokenOf(submitterEmail), laterBy(1));
      },
      { failure: 'AddressBlocked' },
    ],
    [
      'their certificate is withdrawn',
      (resultId) =>
        new PostgresWithdrawalStore(stores.database).withdraw(resultId, { at: noon, reason: 'misused' }),
      {},
    ],
  ])('are cancelled when %s § 10.12k', async (_what, end, row) => {
    const { resultId, reminderId } = await submitted();
    await end(resultId);
    expect(await rowOf(reminderId)).toMatchObject({ state: 'cancelled', ...row });
    expect(await claim(due)).toBeUndefined();
  });

  it('are not sent to an address that is found blocked in their turn', async () => {
    const { reminderId } = await submitted();
    const [row] = await stores.sql('SELECT recipient_mac FROM deliveries WHERE id = $1', [reminderId]);
    await stores.sql('INSERT INTO blocked_addresses (address_mac, blocked_at) VALUES ($1, $2)', [
      row?.recipient_mac,
      noon,
    ]);
    const reminder = await claim(due);
    expect(reminder && (await queue.admit(reminder, due))).toBe('blocked');
    expect(await rowOf(reminderId)).toMatchObject({ state: 'cancelled', failure: 'AddressBlocked' });
  });

  it('stay when retention deletes the settled rows of their certificate, together and after a month', async () => {
    const { resultId, reminderId } = await submitted();
    const progress = new PostgresDeliveryProgressStore(stores.database);
    const resends = new PostgresResendQueue(stores.database, stores.keyring);
    const resend = (now: Date): Promise<unknown> =>
      resends.add({ resultId, deliveryId: randomUUID(), clientAddress, now });
    const left = async (): Promise<unknown[]> =>
      (await stores.sql('SELECT kind FROM deliveries ORDER BY kind')).map(({ kind }) => kind);
    await resend(laterBy(dayMs));
    await stores.sql(`UPDATE deliveries SET state = 'merged' WHERE kind = 'resend'`);

    // Without the first row, the status would be that of the merged one: not sent.
    await store.removeOld(retentionDates(laterBy(31 * dayMs), 365));
    expect(await progress.ofResult(resultId)).toMatchObject({ state: 'sent', queuedAt: noon });
    await store.removeOld(retentionDates(laterBy(31 * dayMs + 1), 365));
    expect(await left()).toEqual(['renewal-reminder']);
    expect(await progress.ofResult(resultId)).toBeUndefined();
    expect(await resend(laterBy(32 * dayMs))).toBe('queued');
    await stores.sql(`UPDATE deliveries SET state = 'parked' WHERE kind = 'resend'`);

    await stores.sql(`UPDATE deliveries SET state = 'sent' WHERE id = $1`, [reminderId]);
    const afterwards = new Date(due.getTime() + 30 * dayMs);
    await store.removeOld(retentionDates(afterwards, 365));
    expect(await left()).toEqual(['renewal-reminder', 'resend']);
    await store.removeOld(retentionDates(new Date(afterwards.getTime() + 1), 365));
    expect(await left()).toEqual(['resend']);
  });

  it('outlive every run of retention until they are due, when addresses are kept for a year', async () => {
    const { reminderId } = await submitted();
    for (const now of [laterBy(31 * dayMs), laterBy(300 * dayMs), due])
      await store.removeOld(retentionDates(now, 365));
    expect(await rowOf(reminderId)).toMatchObject({ state: 'queued', personal: 3 });
    expect((await claim(due))?.recipient).toBe(submitterEmail);
  });
});
