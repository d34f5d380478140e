import { remindAt } from '@governance/assessments';
import { type RunningProgram } from '@governance/runtime';
import { callHttp, FixedClock, given, startInbox, type StoredMail, until } from '@governance/testing';
import { publicBaseUrl, startPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

const organizationName = 'Acme Managed Services';

describe('a reminder', () => {
  const app = given(startPublicApp);
  const inbox = given(startInbox);
  let worker: RunningProgram;
  let clock: FixedClock;

  beforeAll(async () => {
    clock = new FixedClock(new Date());
    worker = await startWorker(app, inbox.smtpUrl, { clock });
  });
  beforeEach(() => {
    clock.set(new Date());
    inbox.clear();
  });
  afterEach(() => app.sql('TRUNCATE deliveries, survey_results, blocked_addresses CASCADE'));
  afterAll(async () => {
    await worker.close();
    await inbox.close();
    await app.close();
  });

  /** Submits, and waits until the certificate is sent. */
  async function certified(extras: object): Promise<{ readonly body: Record<string, unknown>; due: Date }> {
    const body = await submit(app, { ...personal, organizationName, ...extras });
    clock.set(new Date());
    await settled(body.id);
    return { body, due: remindAt(new Date(String(body.createdAt))) };
  }

  async function settled(id: unknown, kind = 'completion'): Promise<void> {
    const sent = `SELECT id FROM deliveries WHERE result_id = $1 AND kind = $2 AND state = 'sent'`;
    await until(async () => (await app.sql(sent, [id, kind])).length === 1);
  }

  async function reminders(): Promise<unknown[]> {
    const rows = await app.sql(
      `SELECT state, attempts FROM deliveries WHERE kind = 'renewal-reminder' ORDER BY id`,
    );
    return rows.map(({ state, attempts }) => [state, attempts]);
  }

  function mailsTo(address: string): readonly StoredMail[] {
    return inbox.messages().filter(({ to }) => to.includes(address));
  }

  it('is mailed once, a month before the day to assess again, to those who asked for it § 10.12j', async () => {
    const { body, due } = await certified({ renewalReminder: true });
    clock.set(new Date(due.getTime() - 1));
    // A certificate that the worker sends at that time.
    const silent = await submit(app, { submitterEmail: 'silent@example.com' });
    await settled(silent.id);
    expect(await reminders()).toEqual([['queued', 0]]);
    expect(mailsTo(personal.submitterEmail)).toHaveLength(1);

    clock.set(due);
    await settled(body.id, 'renewal-reminder');
    clock.advance(24 * 60 * 60 * 1000);
    const later = await submit(app, { submitterEmail: 'later@example.com' });
    await settled(later.id);
    expect(mailsTo('silent@example.com')).toHaveLength(1);
    const [certificate, reminder, ...more] = mailsTo(personal.submitterEmail);
    expect([certificate?.attachments.length, reminder?.attachments, more]).toEqual([1, [], []]);
    const record = await app.get(`/api/certification/verify/${String(body.id)}?format=json`);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    for (const twin of [reminder?.text, reminder?.html]) {
      expect(twin).toContain(`Assess again by ${day.format(new Date(String(record.body.renewBy)))}`);
      expect(twin).toContain(`${String(body.resultUrl)}/again`);
      expect(twin).toMatch(/https:\/\/assess\.example\.org\/not-me\/[A-Za-z0-9_-]{64}/);
      for (const typed of [organizationName, personal.notes, personal.submitterEmail])
        expect(twin).not.toContain(typed);
    }
    const again = await app.get(new URL(`${String(body.resultUrl)}/again`).pathname);
    expect(again.status).toBe(200);
  });

  it('is not in the status of the certificate § 10.12k', async () => {
    const { body } = await certified({ renewalReminder: true });
    const path = `/api${new URL(String(body.resultUrl)).pathname}/delivery`;
    const before = await app.get(path);
    expect(before.body).toMatchObject({ status: 'sent' });
    // Not by the clock: eleven months later, retention has deleted the delivery of the certificate.
    await app.sql(`UPDATE deliveries SET available_at = $1 WHERE kind = 'renewal-reminder'`, [clock.now()]);
    await settled(body.id, 'renewal-reminder');
    expect((await app.get(path)).body).toEqual(before.body);
  });

  it('is not mailed to an address that its owner has blocked § 10.12k', async () => {
    await certified({ renewalReminder: true });
    const [certificate] = mailsTo(personal.submitterEmail);
    const [link = ''] = /\/not-me\/[\w-]{64}/.exec(certificate?.text ?? '') ?? [];
    expect(certificate?.text).toContain(publicBaseUrl + link);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await callHttp(app.origin + link, { method: 'POST', headers })).status).toBe(200);
    expect(await reminders()).toEqual([['cancelled', 0]]);
  });
});
