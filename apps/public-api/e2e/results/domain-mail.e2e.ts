import { callHttp, until } from '@governance/testing';
import { HeldDomain } from '../support/domains';
import { publicBaseUrl, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';
import { givenAppWithWorker, startWorker } from '../support/worker-app';

describe('a domain that is proven by mail', () => {
  const { app, inbox } = givenAppWithWorker();

  beforeEach(() => app.sql('TRUNCATE rate_limits'));

  async function linkTo(recipient: string): Promise<string> {
    const { text } = await inbox.waitForMail(recipient);
    const [link = ''] = /\S+\/domain-proofs\/[\w-]{48}/.exec(text) ?? [];
    return link.replace(publicBaseUrl, '');
  }

  async function hasDelivery({ id }: Record<string, unknown>, condition: string): Promise<boolean> {
    return (
      (await app.sql(`SELECT id FROM deliveries WHERE result_id = $1 AND ${condition}`, [id])).length > 0
    );
  }

  async function recordOf(id: unknown): Promise<Record<string, unknown>> {
    return (await app.get(`/api/certification/verify/${String(id)}?format=json`)).body;
  }

  const confirm = (path: string): ReturnType<typeof callHttp> =>
    callHttp(app.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('is proven when the link is confirmed, not when it is opened, and the link works once § 10.10m', async () => {
    const submitted = await submit(app);
    const held = new HeldDomain(app, submitted);
    await held.ask('by-mail.example');
    const queued = await held.mail('hostmaster');
    expect([queued.status, queued.body.status]).toEqual([202, 'asked']);
    const link = await linkTo('hostmaster@by-mail.example');

    for (let count = 0; count < 3; count += 1) {
      const opened = await app.get(link);
      expect(opened.status).toBe(200);
      expect(opened.text).toContain('May a certificate name by-mail.example?');
      expect(opened.text).toContain(`${publicBaseUrl}/verify/${String(submitted.id)}`);
    }
    expect((await held.read()).body.status).toBe('asked');
    expect(await recordOf(submitted.id)).not.toHaveProperty('domain');

    const confirmed = await confirm(link);
    expect([confirmed.status, confirmed.text]).toEqual([
      200,
      expect.stringContaining('You have confirmed by-mail.example'),
    ]);
    const state = await held.settled();
    expect(state).toMatchObject({ status: 'proven', way: 'mail', name: 'by-mail.example' });
    expect(await recordOf(submitted.id)).toMatchObject({ domain: { name: 'by-mail.example' } });
    // Checked again before the result should be renewed.
    const { renewBy } = await recordOf(submitted.id);
    expect(state.provenUntil).toBe(renewBy);
    for (const used of [await app.get(link), await confirm(link)]) expect(used.status).toBe(404);
  });

  it('is not proven by a link of an earlier request, another result, or after seven days', async () => {
    const submitted = await submit(app);
    const held = new HeldDomain(app, submitted);
    await held.ask('first.example');
    await held.mail();
    const link = await linkTo('postmaster@first.example');
    await held.ask('second.example');
    expect((await confirm(link)).status).toBe(404);
    expect((await held.read()).body).toMatchObject({ status: 'asked', name: 'second.example' });
    await held.mail('admin');
    const newer = await linkTo('admin@second.example');
    await app.sql(
      `UPDATE certificate_domains SET expires_at = now() - interval '1 second' WHERE result_id = $1`,
      [submitted.id],
    );
    expect((await confirm(newer)).status).toBe(404);
    for (const wrong of ['/domain-proofs/nothing', `/domain-proofs/${'A'.repeat(48)}`])
      expect((await confirm(wrong)).status).toBe(404);
  });

  it('sends no link to a domain that was replaced before the mail was sent', async () => {
    const app = await startPublicApp();
    const held = new HeldDomain(app, await submit(app));
    await held.ask('replaced.example');
    await held.mail();
    await held.ask('another.example');
    const worker = await startWorker(app, inbox.smtpUrl);
    await until(
      async () => (await app.sql(`SELECT id FROM deliveries WHERE failure = 'DomainProofOver'`)).length === 1,
    );
    expect(inbox.messages().flatMap(({ to }) => to)).not.toContain('postmaster@replaced.example');
    await worker.close();
    await app.close();
  });

  it('mails nothing to a mailbox that has blocked us, which the answers do not show', async () => {
    const blocking = await submit(app);
    const first = new HeldDomain(app, blocking);
    await first.ask('blocked.example');
    await first.mail();
    const { text } = await inbox.waitForMail('postmaster@blocked.example');
    // The mail arrives before its delivery is marked as sent, and a block cancels what is not.
    await until(() => hasDelivery(blocking, `state = 'sent'`));
    const [block = ''] = /\/not-me\/[\w-]+/.exec(text) ?? [];
    expect((await confirm(block)).status).toBe(200);
    const blocked = await submit(app);
    const second = new HeldDomain(app, blocked);
    await second.ask('blocked.example');
    const answered = await second.mail();
    expect([answered.status, answered.body.status]).toEqual([202, 'asked']);
    await until(() => hasDelivery(blocked, `failure = 'AddressBlocked'`));
    expect(inbox.messages().filter(({ to }) => to.includes('postmaster@blocked.example'))).toHaveLength(1);
  });

  it('is asked again a month before the proof ends, and ends without an answer', async () => {
    const submitted = await submit(app);
    const held = new HeldDomain(app, submitted);
    await held.ask('again.example');
    await held.mail();
    await confirm(await linkTo('postmaster@again.example'));
    await held.settled();
    inbox.clear();
    await app.sql('UPDATE certificate_domains SET check_due_at = now() WHERE result_id = $1', [submitted.id]);
    await confirm(await linkTo('postmaster@again.example'));
    const first = (await held.read()).body.provenAt;
    await until(async () => (await held.read()).body.provenAt !== first);

    await app.sql(
      'UPDATE certificate_domains SET check_due_at = now(), proven_until = now() WHERE result_id = $1',
      [submitted.id],
    );
    await until(async () => (await held.read()).body.status === 'none');
    const record = await recordOf(submitted.id);
    expect(record.valid).toBe(true);
    expect(record).not.toHaveProperty('domain');
  });
});
