import { Test, type TestingModule } from '@nestjs/testing';
import PostalMime, { type Email } from 'postal-mime';

import { type InvitationContent, InvitationMessage } from './invitation-message';
import { MailModule } from './mail.module';

const content: InvitationContent = {
  deliveryId: '5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10',
  recipient: 'invitee@example.org',
  orgName: 'Acme <MSP> & Partners',
  role: 'viewer',
  link: 'https://identity.example.org/invitations/q0Zr8m1b2Xc3d4E5f6G7hA',
  expiresAt: new Date('2026-11-27T23:31:07Z'),
  date: new Date('2026-11-20T09:31:07Z'),
};

describe('the mail of an invitation', () => {
  let app: TestingModule;
  let raw: Buffer;
  let mail: Email;

  const compose = async (changes: Partial<InvitationContent> = {}): Promise<Buffer> =>
    Buffer.from(await app.get(InvitationMessage).compose({ ...content, ...changes }));

  beforeAll(async () => {
    const settings = {
      smtpUrl: 'smtp://127.0.0.1:1',
      requireTls: false,
      from: 'AI Governance <invitations@example.com>',
    };
    app = await Test.createTestingModule({ imports: [MailModule.forRoot(settings)] }).compile();
    raw = await compose();
    mail = await PostalMime.parse(raw);
  });
  afterAll(() => app.close());

  it('names sender, recipient and organization, with the given identity and date', () => {
    expect(mail).toMatchObject({
      from: { name: 'AI Governance', address: 'invitations@example.com' },
      to: [{ name: '', address: content.recipient }],
      subject: 'You are invited to Acme <MSP> & Partners',
      messageId: '<5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10@example.com>',
      date: '2026-11-20T09:31:07.000Z',
    });
  });

  it('asks automatic responders to stay silent and does not name the program', () => {
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' });
    expect(headers).not.toHaveProperty('x-mailer');
  });

  it('says the same in text and HTML, word for word, except for a label above the heading and one on the button', () => {
    const html = (mail.html ?? '')
      .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
      .replace('>Invitation</p>', '></p>')
      .replace('>Accept the invitation</a>', '></a>');
    const words = wordsOf(mail.text ?? '');
    expect(wordsOf(html)).toEqual(words);
    expect(words.length).toBeGreaterThan(70);
  });

  it.each([
    ['viewer', 'as a viewer. As a viewer, you can manage your own profile.'],
    [
      'account-admin',
      'as an account admin. As an account admin, you can manage access and security for the whole organization, and your own profile.',
    ],
  ] as const)('says what the role %s is, in plain words', async (role, words) => {
    const { text, html } = await PostalMime.parse(await compose({ role }));
    expect(text).toContain(words);
    expect(html).toContain(words);
  });

  it('says when it expires, and that an unexpected one can be ignored', () => {
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('until 27 November 2026 at 23:31 UTC');
      expect(part).toContain('ignore this mail: nothing happens');
    }
  });

  it('has the link as text, as a button, and nowhere else', () => {
    expect(mail.text?.split(content.link)).toHaveLength(2);
    const links = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    expect(links).toEqual([content.link, content.link]);
    const headers = raw.toString('latin1').split('\r\n\r\n', 1)[0];
    expect(headers).not.toContain('q0Zr8m1b2Xc3d4E5f6G7hA');
  });

  it('escapes the name of the organization in the HTML and leaves it alone in the text', () => {
    expect(mail.html).toContain('Acme &lt;MSP&gt; &amp; Partners');
    expect(mail.html).not.toContain('<MSP>');
    expect(mail.text).toContain('Acme <MSP> & Partners invites you');
  });

  it('cannot be given a header by the name of an organization', async () => {
    const orgName = 'Acme\r\nBcc: victim@example.com';
    const { headers } = await PostalMime.parse(await compose({ orgName }));
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
  });

  it('is refused for a recipient that is not one address', async () => {
    await expect(compose({ recipient: 'a@example.org, b@example.org' })).rejects.toThrow('not one address');
  });

  it('loads no external content, and keeps its styles inline', () => {
    expect(mail.html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import/);
    expect(mail.html).toMatch(/<h1 style="[^"]*font-size: 28px/);
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });

  it('has lines that any server takes: CRLF, ASCII, at most 998 characters', () => {
    const lines = raw.toString('latin1').split('\r\n');
    expect(lines.filter((line) => /[^\t\x20-\x7e]/.test(line) || line.length > 998)).toEqual([]);
    expect(mail.attachments).toEqual([]);
  });
});

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' };

function wordsOf(html: string): string[] {
  const text = html
    .replace(/<(?!MSP>)[^>]*>/g, ' ')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
  return text.split(/\s+/).filter((word) => word !== '');
}
