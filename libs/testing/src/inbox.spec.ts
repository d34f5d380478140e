import { createTransport } from 'nodemailer';
import { type Inbox, type InboxHooks, startInbox } from './inbox';
import { Times } from './times';
import { type StoredMail } from './stored-mail';

const refusal = (responseCode: number) => Object.assign(new Error('Not now'), { responseCode });
const anyMail = { from: 'Service <service@example.com>', to: 'assessor@example.com', subject: 'Hello' };

describe('startInbox', () => {
  let inbox: Inbox;
  let hooks: { -readonly [name in keyof InboxHooks]: InboxHooks[name] };

  const send = (mail: object) => createTransport(inbox.smtpUrl).sendMail({ ...anyMail, ...mail });

  beforeEach(async () => {
    hooks = {};
    inbox = await startInbox({
      onRecipient: (address) => hooks.onRecipient?.(address),
      onMessage: (mail) => hooks.onMessage?.(mail),
    });
  });

  afterEach(() => inbox.close());

  it('keeps what was sent: envelope, both bodies, headers, attachments and the source', async () => {
    const content = Buffer.from([0, 1, 2, 255]);
    await send({
      to: 'first@example.com',
      bcc: 'second@example.com',
      text: 'Grüße',
      html: '<p>Grüße</p>',
      date: new Date('2026-01-02T03:04:05Z'),
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: [{ filename: 'data.bin', content, contentType: 'application/octet-stream' }],
    });
    const [mail] = inbox.messages();
    expect(mail).toMatchObject({
      from: 'service@example.com',
      to: ['first@example.com', 'second@example.com'],
      subject: 'Hello',
      date: '2026-01-02T03:04:05.000Z',
      headers: { 'auto-submitted': 'auto-generated', to: 'first@example.com' },
      attachments: [{ filename: 'data.bin', contentType: 'application/octet-stream', size: 4, content }],
    });
    expect(mail?.text.trim()).toBe('Grüße');
    expect(mail?.html.trim()).toBe('<p>Grüße</p>');
    expect(mail?.raw.toString()).toContain('Subject: Hello');
  });

  it('greets without the delay for early talkers', async () => {
    const times = new Times();
    for (let round = 0; round < 5; round++) {
      await times.measure(() => createTransport(inbox.smtpUrl).verify());
    }
    times.expectQuickestBelow(95);
  });

  it('lets a test wait for a message by recipient in any letter case', async () => {
    const waiting = inbox.waitForMail('Assessor@Example.com');
    await send({ to: 'other@example.com' });
    await send({ subject: 'Yours' });
    expect((await waiting).subject).toBe('Yours');
    expect((await inbox.waitForMail((mail) => mail.subject === 'Yours')).to).toEqual([
      'assessor@example.com',
    ]);
  });

  it('says what there is when the awaited message does not come', async () => {
    await send({ subject: 'Something else' });
    await expect(inbox.waitForMail('unknown@example.com', { timeoutMs: 20 })).rejects.toThrow(
      'No such message within 20 ms. There is: "Something else" to assessor@example.com.',
    );
  });

  it('disappoints who waits when it is closed', async () => {
    const waiting = expect(inbox.waitForMail('unknown@example.com')).rejects.toThrow('closed');
    await inbox.close();
    await waiting;
  });

  it('forgets everything on clear', async () => {
    await send({});
    inbox.clear();
    expect(inbox.messages()).toEqual([]);
  });

  it.each([421, 450, 550])('refuses a recipient with %i', async (code) => {
    hooks.onRecipient = () => Promise.reject(refusal(code));
    await expect(send({})).rejects.toMatchObject({ responseCode: code });
    expect(inbox.messages()).toEqual([]);
  });

  it.each([421, 450, 550])('refuses a message with %i and does not keep it', async (code) => {
    hooks.onMessage = () => Promise.reject(refusal(code));
    await expect(send({})).rejects.toMatchObject({ responseCode: code });
    expect(inbox.messages()).toEqual([]);
  });

  it('holds a delivery until the test lets it go on', async () => {
    const arrived = Promise.withResolvers<StoredMail>();
    const gate = Promise.withResolvers<undefined>();
    hooks.onMessage = async (mail) => {
      arrived.resolve(mail);
      await gate.promise;
    };
    const sending = send({ subject: 'Held' });
    expect((await arrived.promise).subject).toBe('Held');
    expect(inbox.messages()).toEqual([]);
    gate.resolve(undefined);
    await sending;
    expect(inbox.messages()).toHaveLength(1);
  });

  it('closes though a client keeps its connection open', async () => {
    const transport = createTransport({ url: inbox.smtpUrl, pool: true });
    await transport.sendMail(anyMail);
    await inbox.close();
    await expect(createTransport(inbox.smtpUrl).sendMail(anyMail)).rejects.toThrow('ECONNREFUSED');
    transport.close();
  });
});
