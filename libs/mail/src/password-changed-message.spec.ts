import { Test, type TestingModule } from '@nestjs/testing';
import PostalMime, { type Email } from 'postal-mime';

import { MailModule } from './mail.module';
import { type PasswordChangedContent, PasswordChangedMessage } from './password-changed-message';

const content: PasswordChangedContent = {
  deliveryId: '5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10',
  recipient: 'assessor@example.org',
  host: 'login.example.org',
  changedAt: new Date('2026-11-20T09:30:59Z'),
  date: new Date('2026-11-20T09:31:07Z'),
};

describe('the mail about a changed password', () => {
  let app: TestingModule;
  let raw: Buffer;
  let mail: Email;

  const compose = async (changes: Partial<PasswordChangedContent> = {}): Promise<Buffer> =>
    Buffer.from(await app.get(PasswordChangedMessage).compose({ ...content, ...changes }));

  beforeAll(async () => {
    const settings = {
      smtpUrl: 'smtp://127.0.0.1:1',
      requireTls: false,
      from: 'AI Governance <accounts@example.com>',
    };
    app = await Test.createTestingModule({ imports: [MailModule.forRoot(settings)] }).compile();
    raw = await compose();
    mail = await PostalMime.parse(raw);
  });
  afterAll(() => app.close());

  it('has sender, recipient, subject, the given identity and date, and asks responders to stay silent', () => {
    expect(mail).toMatchObject({
      from: { name: 'AI Governance', address: 'accounts@example.com' },
      to: [{ name: '', address: content.recipient }],
      subject: 'Your password was changed',
      messageId: '<5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10@example.com>',
      date: '2026-11-20T09:31:07.000Z',
    });
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' });
  });

  it('says the same in text and HTML, word for word, except for the labels of the layout', () => {
    const html = (mail.html ?? '')
      .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
      .replace('>Your account</p>', '></p>');
    const words = wordsOf(mail.text ?? '');
    expect(wordsOf(html)).toEqual(words);
    expect(words.length).toBeGreaterThan(60);
  });

  it('says when, and what to do if it was someone else, without a link to follow', () => {
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('at login.example.org was changed on 20 November 2026 at 09:30 UTC');
      expect(part).toContain('choose “Forgot your password?” now');
      expect(part).not.toMatch(/https?:/);
    }
    expect(raw.length).toBeGreaterThan(1_000);
  });

  it('is refused for a recipient that is not one address', async () => {
    await expect(compose({ recipient: 'a@example.org, b@example.org' })).rejects.toThrow('not one address');
  });

  it('loads no external content, and keeps its styles inline', () => {
    expect(mail.html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import/);
    expect(mail.html).toMatch(/<h1 style="[^"]*font-size: 28px/);
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });
});

const entities: Record<string, string> = { '&amp;': '&', '&nbsp;': ' ' };

function wordsOf(html: string): string[] {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
  return text.split(/\s+/).filter((word) => word !== '');
}
