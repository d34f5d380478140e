import { createTransport } from 'nodemailer';
import { request } from 'node:http';
import { type Mailbox, startMailbox } from './mailbox';

interface Listed {
  readonly id: string;
  readonly subject: string;
}

describe('startMailbox', () => {
  let mailbox: Mailbox;

  const send = (mail: object) =>
    createTransport(mailbox.smtpUrl).sendMail({
      from: 'service@example.com',
      to: 'assessor@example.com',
      subject: 'Hello',
      text: 'See https://example.com/x?a=1&b=2.',
      ...mail,
    });

  const list = async () => (await (await fetch(mailbox.api)).json()) as Listed[];
  const newest = async () => (await list())[0]?.id ?? '';

  /** `fetch` does not allow a false Host header. */
  const statusFor = (headers: Record<string, string>, method = 'GET') =>
    new Promise((resolve) => {
      request(mailbox.api, { method, headers }, (res) => {
        res.resume();
        resolve(res.statusCode);
      }).end();
    });

  beforeEach(async () => {
    mailbox = await startMailbox({ smtp: 0, web: 0 });
  });

  afterEach(() => mailbox.close());

  it('lists messages, newest first, with exactly the agreed members', async () => {
    expect(await list()).toEqual([]);
    await send({ subject: 'First', date: new Date('2026-01-02T03:04:05Z') });
    await send({ subject: 'Second' });
    const messages = await list();
    expect(messages.map(({ subject }) => subject)).toEqual(['Second', 'First']);
    expect(messages[1]).toEqual({
      id: messages[1]?.id,
      from: 'service@example.com',
      to: ['assessor@example.com'],
      subject: 'First',
      date: '2026-01-02T03:04:05.000Z',
    });
  });

  it('returns all parts of one message', async () => {
    const content = Buffer.from('%PDF-1.7');
    await send({
      html: '<p>Hi</p>',
      headers: { 'X-Test': 'yes' },
      attachments: [{ filename: 'a.pdf', content, contentType: 'application/pdf' }],
    });
    const message: unknown = await (await fetch(`${mailbox.api}/${await newest()}`)).json();
    expect(message).toMatchObject({
      subject: 'Hello',
      text: expect.stringContaining('See https') as unknown,
      html: expect.stringContaining('<p>Hi</p>') as unknown,
      headers: { 'x-test': 'yes' },
      attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', size: content.length }],
    });
  });

  it('returns attachments byte for byte, and the source', async () => {
    const content = Buffer.from([0, 128, 255]);
    const attachments = [
      { filename: 'Größe "x".pdf', content, contentType: 'application/pdf' },
      { filename: 'page.html', content: '<script>alert(1)</script>', contentType: 'text/html' },
    ];
    await send({ attachments });
    const address = `${mailbox.api}/${await newest()}`;
    const pdf = await fetch(`${address}/attachments/0`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toBe(
      String.raw`inline; filename="Gr??e \"x\".pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22.pdf`,
    );
    expect(Buffer.from(await pdf.arrayBuffer())).toEqual(content);
    const page = await fetch(`${address}/attachments/1`);
    expect(page.headers.get('content-disposition')).toContain('attachment;');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await (await fetch(`${address}/raw`)).text()).toContain('Subject: Hello\r\n');
  });

  it('empties itself', async () => {
    await send({});
    const response = await fetch(mailbox.api, { method: 'DELETE' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await list()).toEqual([]);
  });

  it.each([
    '/api/messages/unknown',
    '/api/messages/unknown/raw',
    '/api/messages/unknown/attachments/0',
    '/other',
  ])('answers 404 in JSON for %s', async (path) => {
    const response = await fetch(mailbox.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'Not found.' });
  });

  it('answers 404 for an attachment that a message does not have', async () => {
    await send({});
    expect((await fetch(`${mailbox.api}/${await newest()}/attachments/0`)).status).toBe(404);
  });

  it('isolates message content from its pages', async () => {
    const evil = '<script>alert(1)</script>';
    await send({ subject: evil, html: `<html><head></head><body>${evil}</body></html>`, text: evil });
    const id = await newest();
    for (const path of ['/', `/messages/${id}`]) {
      const page = await fetch(mailbox.url + path);
      expect(await page.text()).not.toContain('<script');
      expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`);
    }
    const frame = await fetch(`${mailbox.url}/messages/${id}/html`);
    expect(await frame.text()).toContain('<head><base target="_blank">');
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox [^;]*; default-src 'none'/);
    expect(frame.headers.get('content-security-policy')).not.toContain('allow-scripts');
  });

  it('turns URLs in a text into links', async () => {
    await send({});
    const page = await (await fetch(`${mailbox.url}/messages/${await newest()}`)).text();
    expect(page).toContain('<a href="https://example.com/x?a=1&amp;b=2" target="_blank" rel="noreferrer">');
    expect((await fetch(`${mailbox.url}/mailbox.css`)).headers.get('content-type')).toContain('text/css');
    expect((await fetch(`${mailbox.url}/messages/unknown`)).status).toBe(404);
  });

  it('is emptied by the button of its page, which leads back to the list', async () => {
    await send({});
    const response = await fetch(`${mailbox.url}/clear`, { method: 'POST', redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    expect(await list()).toEqual([]);
  });

  it('refuses requests with a foreign host or origin', async () => {
    expect(await statusFor({ host: 'attacker.example' })).toBe(403);
    expect(await statusFor({ host: 'localhost:8025' })).toBe(200);
    expect(await statusFor({ 'sec-fetch-site': 'cross-site' }, 'DELETE')).toBe(403);
  });

  it('frees both ports if one of them is in use', async () => {
    const web = Number(new URL(mailbox.url).port);
    await expect(startMailbox({ smtp: 0, web })).rejects.toThrow('EADDRINUSE');
    await send({ subject: 'Still there' });
    expect(await list()).toHaveLength(1);
  });
});
