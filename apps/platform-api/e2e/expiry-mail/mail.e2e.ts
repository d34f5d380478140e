import { type RunningProgram } from '@governance/runtime';
import { given, startInbox, until } from '@governance/testing';
import { startCredentialsApp } from '../support/credentials-app';
import { startReconciler } from '../support/reconciler';

describe('the mail about secrets and keys that expire', () => {
  const app = given(startCredentialsApp, beforeEach);
  const inbox = given(startInbox, beforeEach);
  const workers: RunningProgram[] = [];

  beforeEach(() => {
    const admin = { role: 'account-admin', name: 'Admin' } as const;
    app.provider.members.put(app.orgId, { ...admin, id: 'one', email: 'one@example.com' });
    app.provider.members.put(app.orgId, { ...admin, id: 'two', email: 'two@example.com' });
    app.provider.members.put(app.orgId, { id: 'three', role: 'viewer', email: 'viewer@example.com' });
    app.provider.members.put('org_other', { ...admin, id: 'four', email: 'foreign@example.com' });
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
    await app.close();
    await inbox.close();
  });

  /** An hour later: each hour, one of the workers looks for what expires. */
  async function startWorker(): Promise<void> {
    await app.sql(`UPDATE jobs SET due_at = now() WHERE queue = 'platform/expiry-notices'`);
    workers.push(await startReconciler(app, { smtpUrl: inbox.smtpUrl }));
  }

  /** A credential that was created 100 days ago and ends in some hours. */
  async function ending(name: string, hours: number): Promise<string> {
    const { id } = await app.create({ name, secret_valid_for_days: 365 });
    await app.sql(
      `UPDATE m2m_credentials SET expires_at = now() + $2 * interval '1 hour', last_rotated_at = now() - interval '100 days'
       WHERE id = $1`,
      [id, hours],
    );
    return id;
  }

  async function untilDelivery(condition: string, count = 1): Promise<void> {
    await until(async () => (await app.sql(`SELECT id FROM deliveries WHERE ${condition}`)).length >= count);
  }

  const recipients = (): string[] =>
    inbox
      .messages()
      .flatMap(({ to }) => to)
      .toSorted();

  it('reaches each account admin of the organization once, with everything that ends soon § 10.1r', async () => {
    await ending('Nightly export', 72);
    await ending('Hourly import', 480);
    await app.create({ name: 'Lasting' });
    await startWorker();
    await startWorker();
    await untilDelivery(`state = 'sent'`, 2);
    expect(recipients()).toEqual(['one@example.com', 'two@example.com']);
    const [{ text, subject } = { text: '', subject: '' }] = inbox.messages();
    expect(subject).toBe('2 M2M credentials expire soon');
    expect(text).toContain(`In the organization ${app.orgId}`);
    for (const name of ['Nightly export', 'Hourly import'])
      expect(text).toContain(`${name}: its secret expires on`);
    expect(text).not.toContain('Lasting');
  });

  it('is not sent again by a worker that starts later, until the next of its days § 10.1r', async () => {
    const id = await ending('Nightly export', 72);
    await startWorker();
    await untilDelivery(`state = 'sent'`, 2);
    await workers.pop()?.close();
    await app.sql(
      `UPDATE m2m_credentials SET noticed_expiry = ends, expires_at = ends
       FROM (SELECT now() + interval '12 hours' AS ends) AS later WHERE id = $1`,
      [id],
    );
    await startWorker();
    await untilDelivery(`state = 'sent'`, 4);
    expect(await app.sql('SELECT count(*)::integer AS notices FROM expiry_notices')).toEqual([
      { notices: 2 },
    ]);
    expect(recipients()).toHaveLength(4);
  });

  it('is not sent when the credential is rotated or revoked before', async () => {
    const id = await ending('Nightly export', 72);
    app.provider.members.put(app.orgId, { id: 'two', role: 'viewer' });
    // The queued mail of a worker that died before it sent it.
    await startWorker();
    await untilDelivery(`state = 'sent'`);
    await workers.pop()?.close();
    await app.sql(`
      UPDATE deliveries SET state = 'queued', sent_at = NULL, message = NULL, admitted_at = NULL, available_at = now()`);
    expect((await app.manage('POST', `/${id}/rotate-secret`)).status).toBe(200);
    await startWorker();
    await untilDelivery(`state = 'cancelled' AND failure = 'NothingEnds'`);
    expect(recipients()).toEqual(['one@example.com']);
  });

  it('waits while the identity provider, which has the addresses, is unavailable', async () => {
    await ending('Nightly export', 72);
    app.provider.wire.isDown = true;
    await startWorker();
    await workers.pop()?.close();
    expect(await app.sql('SELECT id FROM deliveries')).toEqual([]);
    app.provider.wire.isDown = false;
    await startWorker();
    await untilDelivery(`state = 'sent'`, 2);
  });

  it('is not sent to an address that has blocked all mail', async () => {
    await ending('Nightly export', 72);
    await startWorker();
    await untilDelivery(`state = 'sent'`, 2);
    await workers.pop()?.close();
    await app.sql(`INSERT INTO blocked_addresses (address_mac, blocked_at)
      SELECT recipient_mac, now() FROM deliveries LIMIT 1`);
    await app.sql('UPDATE m2m_credentials SET noticed_expiry = NULL');
    await startWorker();
    await untilDelivery(`state = 'cancelled' AND failure = 'AddressBlocked'`);
    await untilDelivery(`state = 'sent'`, 3);
    expect(recipients()).toHaveLength(3);
  });
});
