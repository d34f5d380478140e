import { type RunningProgram } from '@governance/runtime';
import { type Inbox, readPdf, startInbox, until } from '@governance/testing';
import { platformBaseUrl, type PublicApp, startPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

describe('a submission with an address', () => {
  let app: PublicApp;
  let inbox: Inbox;
  let worker: RunningProgram;

  beforeAll(async () => {
    app = await startPublicApp();
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

  async function deliveryState(resultId: unknown): Promise<unknown> {
    const [row] = await app.sql('SELECT state FROM deliveries WHERE result_id = $1', [resultId]);
    return row?.state;
  }

  it('is answered by exactly one message with the result in text and HTML', async () => {
    const submitted = await submit(app, personal);
    const mail = await inbox.waitForMail(personal.submitterEmail);
    await until(async () => (await deliveryState(submitted.id)) === 'sent');

    expect(inbox.messages()).toHaveLength(1);
    expect(mail.to).toEqual([personal.submitterEmail]);
    for (const twin of [mail.text, mail.html]) {
      expect(twin).toContain(String(submitted.overallScore));
      expect(twin).toContain(String(submitted.tier));
      expect(twin).toContain(String(submitted.verificationUrl));
      expect(twin).not.toContain(personal.notes);
    }
  });

  it('is certified by a one-page PDF whose QR code is the canonical verification address', async () => {
    const submitted = await submit(app, personal);
    const mail = await inbox.waitForMail(personal.submitterEmail);

    expect(mail.attachments).toHaveLength(1);
    const [attachment] = mail.attachments;
    expect(attachment).toMatchObject({ contentType: 'application/pdf' });
    const pdf = await readPdf(attachment?.content ?? new Uint8Array());
    expect(pdf.pages).toBe(1);
    expect(pdf.qrCodes).toEqual([`${platformBaseUrl}/api/certification/verify/${String(submitted.id)}`]);
    expect(pdf.text).toContain(String(submitted.id));
    expect(pdf.text).not.toMatch(/assessor|private/);
  });

  it('is answered with headers that stop automatic replies', async () => {
    await submit(app, personal);
    const mail = await inbox.waitForMail(personal.submitterEmail);
    const source = mail.raw.toString('utf8');

    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.org>\r$/m);
  });

  it('is answered with less than 200 KB, including the certificate', async () => {
    await submit(app, personal);
    const mail = await inbox.waitForMail(personal.submitterEmail);
    expect(mail.attachments).toHaveLength(1);
    expect(mail.raw.length).toBeLessThan(200 * 1024);
  });

  it('is answered with links to the result, to the plan, and to block all messages', async () => {
    const { resultUrl } = await submit(app, personal);
    const mail = await inbox.waitForMail(personal.submitterEmail);
    for (const twin of [mail.text, mail.html]) {
      expect(twin).toContain(String(resultUrl));
      expect(twin).toMatch(/https:\/\/assess\.example\.org\/not-me\/[A-Za-z0-9_-]{64}/);
      expect(twin).toContain('What matters most');
    }
  });

  it('is not mailed without an address', async () => {
    await submit(app);
    await submit(app, { submitterEmail: 'second@example.com' });
    await inbox.waitForMail('second@example.com');
    expect(inbox.messages()).toHaveLength(1);
  });

  it('is delivered once to each of twenty concurrent submitters', async () => {
    const addresses = Array.from({ length: 20 }, (_, index) => `assessor-${index}@example.com`);
    await Promise.all(addresses.map((submitterEmail) => submit(app, { submitterEmail })));
    await Promise.all(addresses.map((address) => inbox.waitForMail(address)));
    const recipients = inbox.messages().flatMap(({ to }) => to);
    expect(recipients.toSorted()).toEqual(addresses.toSorted());
  });
});
