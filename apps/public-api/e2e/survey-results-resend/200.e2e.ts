import { type Inbox, readPdf, startInbox, type StoredMail, until } from '@governance/testing';
import { platformBaseUrl, type PublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

describe('POST /api/survey-results/{id}/resend', () => {
  let app: PublicApp;
  let inbox: Inbox;
  let worker: Awaited<ReturnType<typeof startWorker>>;

  beforeAll(async () => {
    app = await startPublicApp({ settings: { RESEND_LIMIT: 1_000 } });
    inbox = await startInbox();
    worker = await startWorker(app, inbox.smtpUrl);
  });
  afterEach(() => {
    inbox.clear();
  });
  afterAll(async () => {
    await worker.close();
    await inbox.close();
    await app.close();
  });

  /** Waits until no delivery is queued. */
  async function delivered(): Promise<void> {
    const open = `SELECT id FROM deliveries WHERE state = 'queued' LIMIT 1`;
    await until(async () => (await app.sql(open)).length === 0);
  }

  async function deliveredMails(): Promise<readonly StoredMail[]> {
    await delivered();
    return inbox.messages();
  }

  it('answers 200 and sends the certificate again to the recorded address', async () => {
    const { id } = await submit(app, personal);
    await delivered();
    inbox.clear();

    const { status, body, headers } = await resend(app, id);
    expect({ status, body }).toEqual({ status: 200, body: { id, status: 'queued' } });
    expect([...headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([]);

    const [mail, ...others] = await deliveredMails();
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([personal.submitterEmail]);
    const [attachment] = mail?.attachments ?? [];
    const pdf = await readPdf(attachment?.content ?? new Uint8Array());
    expect(pdf.qrCodes).toEqual([`${platformBaseUrl}/api/certification/verify/${String(id)}`]);
  });

  it('sends every message with its own Message-ID', async () => {
    const { id } = await submit(app, personal);
    for (let count = 0; count < 2; count += 1) expect((await resend(app, id)).status).toBe(200);

    const sources = (await deliveredMails()).map(({ raw }) => raw.toString('utf8'));
    const messageIds = sources.map((source) => /^Message-ID: (<[^>]+>)\r$/m.exec(source)?.[1]);
    expect(new Set(messageIds).size).toBe(3);
  });

  it('answers without any part of the address', async () => {
    const { id } = await submit(app, personal);
    const { text, headers } = await resend(app, id);
    expect(text + JSON.stringify([...headers])).not.toMatch(/assessor|example\.com/);
  });

  it('sends only to the recorded address, for any body', async () => {
    const { id } = await submit(app, personal);
    await delivered();
    inbox.clear();

    const { status } = await app.post(`/api/survey-results/${String(id)}/resend`, {
      submitterEmail: 'stranger@example.com',
      email: 'stranger@example.com',
    });
    expect(status).toBe(200);
    expect((await deliveredMails()).flatMap(({ to }) => to)).toEqual([personal.submitterEmail]);
  });

  it('accepts the id in upper case', async () => {
    const { id } = await submit(app, personal);
    const { status, body } = await resend(app, String(id).toUpperCase());
    expect({ status, body }).toEqual({ status: 200, body: { id, status: 'queued' } });
  });

  it.each([
    { body: '{', contentType: 'application/json' },
    { body: '[1]', contentType: 'application/json' },
    { body: '', contentType: 'application/json' },
    { body: '{"a":"\\u0000"}', contentType: 'application/json' },
    { body: '{}', contentType: 'application/json; charset=utf-16' },
    { body: '['.repeat(17), contentType: 'application/json' },
    { body: 'hello', contentType: 'text/plain' },
    { body: 'a=1', contentType: 'application/x-www-form-urlencoded' },
    { body: 'x', contentType: 'nonsense' },
  ])('ignores the body $body of $contentType', async ({ body, contentType }) => {
    const { id } = await submit(app, personal);
    const answer = await app.post(`/api/survey-results/${String(id)}/resend`, body, {
      'content-type': contentType,
    });
    expect([answer.status, answer.body]).toEqual([200, { id, status: 'queued' }]);
  });

  it('ignores a body whose encoding is broken, and refuses one over the limit', async () => {
    const { id } = await submit(app, personal);
    const path = `/api/survey-results/${String(id)}/resend`;
    const json = { 'content-type': 'application/json' };
    expect((await app.post(path, 'not compressed', { ...json, 'content-encoding': 'gzip' })).status).toBe(
      200,
    );
    expect((await app.post(path, 'x'.repeat(102_401), json)).status).toBe(413);
  });

  it('accepts only POST', async () => {
    const { id } = await submit(app);
    const { status, headers } = await app.get(`/api/survey-results/${String(id)}/resend`);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
  });
});
