import { opened } from '@governance/testing';
import { type ClaimedDelivery } from '@governance/deliveries';
import { type CredentialDraft, type NoticeMail } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { create, draftOf, intentOf, revoking, rotating, rowsSeen } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores, waiting } from '../../spec/fixtures';
import { PostgresCredentialStore } from '../credentials/postgres-credential.store';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresExpiryNotices } from './postgres-expiry-notices';

const dayMs = 86_400_000;
const inDays = (days: number): Date => laterBy(days * dayMs);

describe('PostgresExpiryNotices', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let credentials: PostgresCredentialStore;
  let notices: PostgresExpiryNotices;

  beforeEach(() => {
    credentials = new PostgresCredentialStore(stores.database, stores.keyring);
    notices = new PostgresExpiryNotices(stores.database, stores.keyring);
  });

  /** A credential that was created 100 days before noon. */
  async function ending(days: number, draft: Partial<CredentialDraft> = {}, orgId = 'acme'): Promise<string> {
    const { id } = await create(
      credentials.forOrg(orgId),
      draftOf({ expiresAt: inDays(days), name: `ends in ${days} days`, ...draft }),
      { now: inDays(-100) },
    );
    return id;
  }

  const mailTo = (email: string): NoticeMail => ({ deliveryId: randomUUID(), email });
  const queue = (now: Date, ...emails: string[]): Promise<number> =>
    notices.queue('acme', { now, mails: emails.map(mailTo) });

  async function noticeIds(): Promise<string[]> {
    const text = 'SELECT id FROM expiry_notices ORDER BY created_at';
    const rows = await rowsSeen(stores.testDatabase.url, text, { scope: 'operator' });
    return rows.map(({ id }) => String(id));
  }

  it('has one notice for a credential 30, 7 and 1 days before its end, and no other', async () => {
    await ending(40);
    const queued: number[] = [];
    for (let hours = 0; hours < 41 * 24; hours += 6) {
      const now = laterBy(hours * 3_600_000);
      const due = await notices.organizationsDue(now);
      const count = await queue(now, 'admin@example.com');
      expect(due).toEqual(count > 0 ? ['acme'] : []);
      if (count > 0) queued.push(hours / 24);
    }
    expect(queued).toEqual([10, 33, 39]);
  });

  it('has one notice for all that was missed while no worker was running', async () => {
    await ending(5);
    expect(await queue(noon, 'admin@example.com')).toBe(1);
    expect(await queue(inDays(3), 'admin@example.com')).toBe(0);
    expect(await queue(inDays(4), 'admin@example.com')).toBe(1);
  });

  it('has no notice for a day before the secret or key existed, and starts anew after a rotation', async () => {
    const orgCredentials = credentials.forOrg('acme');
    const { id } = await create(orgCredentials, draftOf({ expiresAt: inDays(7) }), { now: laterBy(1) });
    expect(await queue(laterBy(2), 'admin@example.com')).toBe(0);
    expect(await queue(inDays(6), 'admin@example.com')).toBe(1);
    const rotation = { expiresAt: inDays(14), secretLastFour: 'AAAA', overlapUntil: inDays(6.5) };
    const begun = await orgCredentials.beginRotation(id, rotating({ now: inDays(6) }), rotation);
    await orgCredentials.finishRotation(intentOf(begun), inDays(6));
    // The overlap is what the admin asked for.
    expect(await queue(inDays(6.4), 'admin@example.com')).toBe(0);
    expect(await queue(inDays(7), 'admin@example.com')).toBe(1);
  });

  it('has no notice for a credential that is revoked, has ended or does not end', async () => {
    const revoked = await ending(5);
    await credentials.forOrg('acme').revoke(revoked, revoking());
    await ending(-1);
    await create(credentials.forOrg('acme'), draftOf(), { now: inDays(-100) });
    expect(await notices.organizationsDue(noon)).toEqual([]);
    expect(await queue(noon, 'admin@example.com')).toBe(0);
    expect(await noticeIds()).toEqual([]);
  });

  it('queues one mail to each recipient about all credentials of the organization, and of no other', async () => {
    await ending(20);
    await ending(3, { type: 'public_key', keyThumbprint: 'thumb' });
    await ending(3, {}, 'globex');
    expect(await notices.organizationsDue(noon)).toEqual(['acme', 'globex']);
    expect(await queue(noon, 'ada@example.com', 'admin@example.com')).toBe(2);
    expect(await notices.organizationsDue(noon)).toEqual(['globex']);

    const deliveries = new PostgresDeliveryQueue(stores.database, stores.keyring, { work: 'invitations' });
    const claims: ClaimedDelivery[] = [];
    const leaseUntil = laterBy(20_000);
    for (let claim; (claim = await deliveries.claim({ now: noon, leaseUntil }));) claims.push(claim);
    await deliveries.close();
    const [noticeId = ''] = await noticeIds();
    expect(claims.map(({ recipient }) => recipient).toSorted()).toEqual([
      'ada@example.com',
      'admin@example.com',
    ]);
    for (const claim of claims) expect(claim).toMatchObject({ kind: 'credential-expiry', noticeId });
    expect(await notices.find(noticeId, noon)).toEqual({
      orgId: 'acme',
      credentials: [
        { name: 'ends in 3 days', type: 'public_key', expiresAt: inDays(3) },
        { name: 'ends in 20 days', type: 'client_secret', expiresAt: inDays(20) },
      ],
    });
  });

  it('is queued by one of many concurrent workers', async () => {
    await ending(5);
    const counts = await Promise.all(Array.from({ length: 8 }, () => queue(noon, 'admin@example.com')));
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await stores.sql('SELECT state FROM deliveries')).toEqual([{ state: 'queued' }]);
  });

  it('is recorded with its mails or not at all', async () => {
    await ending(5);
    const mail = mailTo('admin@example.com');
    const twice = notices.queue('acme', { now: noon, mails: [mail, mail] });
    await expect(twice).rejects.toThrow();
    expect(await stores.sql('SELECT id FROM deliveries')).toEqual([]);
    expect(await noticeIds()).toEqual([]);
    expect(await queue(noon, 'admin@example.com')).toBe(1);
  });

  it('waits for a change of the credential in progress, and does not announce an end that it replaces', async () => {
    const id = await ending(5);
    const blocker = await stores.database.connect();
    await blocker.query('BEGIN');
    await blocker.query(`SELECT set_config('governance.org_id', 'acme', true)`);
    await blocker.query('UPDATE m2m_credentials SET expires_at = $2, last_rotated_at = $3 WHERE id = $1', [
      id,
      inDays(100),
      noon,
    ]);
    const queued = queue(noon, 'admin@example.com');
    await waiting(stores, 1);
    await blocker.query('COMMIT');
    blocker.release();
    expect(await queued).toBe(0);
  });

  it('names only credentials that still end as it says', async () => {
    const [kept, revoked, rotated] = [await ending(5), await ending(6), await ending(4)];
    await queue(noon, 'admin@example.com');
    const [noticeId = ''] = await noticeIds();
    const orgCredentials = credentials.forOrg('acme');
    await orgCredentials.revoke(revoked, revoking());
    const rotation = { expiresAt: inDays(90), secretLastFour: 'AAAA' };
    const begun = await orgCredentials.beginRotation(rotated, rotating(), rotation);
    await orgCredentials.finishRotation(intentOf(begun), laterBy(1_000));
    expect(await notices.find(noticeId, noon)).toMatchObject({ credentials: [{ name: 'ends in 5 days' }] });
    expect(await notices.find(noticeId, inDays(5))).toBeUndefined();
    expect(await notices.find(randomUUID(), noon)).toBeUndefined();
    expect(kept).not.toBe(rotated);
  });

  it('counts what ends within each number of days', async () => {
    for (const days of [-1, 0.5, 3, 7, 29, 31]) await ending(days);
    await ending(1, {}, 'globex');
    expect(await notices.countEnding(noon)).toEqual(
      new Map([
        [30, 5],
        [7, 4],
        [1, 2],
      ]),
    );
  });

  it('is deleted with its mails when it is old, but not while one of them is queued', async () => {
    await ending(5);
    await queue(noon, 'admin@example.com');
    expect(await notices.removeOld(noon)).toBe(0);
    await stores.sql(`UPDATE deliveries SET state = 'sent', sent_at = $1`, [noon]);
    expect(await notices.removeOld(laterBy(-1))).toBe(0);
    expect(await notices.removeOld(noon)).toBe(1);
    expect(await stores.sql('SELECT id FROM deliveries')).toEqual([]);
  });
});
