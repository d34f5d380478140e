import { Test, type TestingModule } from '@nestjs/testing';
import PostalMime, { type Email } from 'postal-mime';

import { type ExpiryContent, ExpiryMessage } from './expiry-message';
import { MailModule } from './mail.module';

const content: ExpiryContent = {
  deliveryId: '5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10',
  recipient: 'admin@example.org',
  orgId: 'org_acme',
  credentials: [
    {
      name: 'Export <b>nightly</b> & more',
      type: 'client_secret',
      expiresAt: new Date('2026-11-27T23:31:07Z'),
    },
    { name: 'Import', type: 'public_key', expiresAt: new Date('2026-12-20T12:00:00Z') },
  ],
  date: new Date('2026-11-20T09:31:07Z'),
};

describe('the mail about secrets and keys that end', () => {
  let app: TestingModule;
  let raw: Buffer;
  let mail: Email;

  const compose = async (changes: Partial<ExpiryContent> = {}): Promise<Buffer> =>
    Buffer.from(await app.get(ExpiryMessage).compose({ ...content, ...changes }));

  beforeAll(async () => {
    const settings = {
      smtpUrl: 'smtp://127.0.0.1:1',
      requireTls: false,
      from: 'AI Governance <notices@example.com>',
    };
    app = await Test.createTestingModule({ imports: [MailModule.forRoot(settings)] }).compile();
    raw = await compose();
    mail = await PostalMime.parse(raw);
  });
  afterAll(() => app.close());

  it('names sender, recipient and the number of credentials, with the given identity and date', () => {
    expect(mail).toMatchObject({
      from: { name: 'AI Governance', address: 'notices@example.com' },
      to: [{ name: '', address: content.recipient }],
      subject: '2 M2M credentials end soon',
      messageId: '<5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10@example.com>',
      date: '2026-11-20T09:31:07.000Z',
    });
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' });
  });

  it('says the same in text and HTML, word for word, except for a label above the heading', () => {
    const html = (mail.html ?? '')
      .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
      .replace('>Credentials</p>', '></p>');
    const words = wordsOf((mail.text ?? '').replaceAll(/^\* /gm, ''));
    expect(wordsOf(html)).toEqual(words);
    expect(words.length).toBeGreaterThan(70);
  });

  it('says which secret or key ends when', () => {
    expect(mail.text).toContain(
      'Export <b>nightly</b> & more: its secret ends on 27 November 2026 at 23:31 UTC.',
    );
    expect(mail.text).toContain('Import: its key ends on 20 December 2026 at 12:00 UTC.');
  });

  it('escapes names in the HTML, and has none in its headers', () => {
    expect(mail.html).toContain('Export &lt;b&gt;nightly&lt;/b&gt; &amp; more');
    expect(mail.html).not.toContain('<b>');
    expect(raw.toString('latin1').split('\r\n\r\n', 1)[0]).not.toContain('nightly');
  });

  it('speaks of one credential, or of many without listing all', async () => {
    const [one] = content.credentials;
    expect((await PostalMime.parse(await compose({ credentials: one ? [one] : [] }))).subject).toBe(
      'An M2M credential ends soon',
    );
    const many = Array.from({ length: 22 }, (_, index) => ({
      name: `Credential ${index}`,
      type: 'client_secret' as const,
      expiresAt: content.date,
    }));
    const { subject, text, html } = await PostalMime.parse(await compose({ credentials: many }));
    expect(subject).toBe('22 M2M credentials end soon');
    for (const part of [text, html]) {
      expect(part).toContain('2 more are in the list of credentials.');
      expect(part?.match(/its secret ends on/g)).toHaveLength(20);
    }
  });

  it('has no link and loads no external content', () => {
    expect(mail.html).not.toMatch(/<(a|img|link|script|iframe|form)\b|url\(|@import/);
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });

  it('is refused for a recipient that is not one address', async () => {
    await expect(compose({ recipient: 'a@example.org, b@example.org' })).rejects.toThrow('not one address');
  });
});

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' };

function wordsOf(html: string): string[] {
  const text = html
    .replace(/<(?!\/?b>)[^>]*>/g, ' ')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
  return text.split(/\s+/).filter((word) => word !== '');
}
