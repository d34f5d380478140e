import { type Email } from 'postal-mime';
import { NoticeMails } from '../spec/notice-mails';
import { invitation } from '../spec/sample-notices';
import { type InvitationContent, InvitationMessage } from './invitation-message';

describe('the mail of an invitation', () => {
  let mails: NoticeMails<InvitationContent>;
  let mail: Email;
  beforeAll(async () => {
    mails = await NoticeMails.open(InvitationMessage, invitation);
    mail = await mails.read();
  });
  afterAll(() => mails.close());

  it.each([
    ['viewer', 'as a viewer. As a viewer, you can manage your own profile.'],
    [
      'account-admin',
      'as an administrator. As an administrator, you can manage access and security for the whole organization, and your own profile.',
    ],
  ] as const)('says what the role %s is, in plain words', async (role, words) => {
    const { text, html } = await mails.read({ role });
    expect(text).toContain(words);
    expect(html).toContain(words);
  });

  it('says when it expires, and that an unexpected one can be ignored', () => {
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('until 27 November 2026 at 23:31 UTC');
      expect(part).toContain('ignore this mail: nothing happens');
    }
  });

  it('escapes the name of the organization in the HTML and leaves it alone in the text § V1.2.1', () => {
    expect(mail.html).toContain('Acme &lt;MSP&gt; &amp; Partners');
    expect(mail.html).not.toContain('<MSP>');
    expect(mail.text).toContain('Ada <Admin> of Acme <MSP> & Partners invites you');
  });

  it.each([
    '=?utf-8?Q?Evil?=',
    'Acme =?utf-8?B?RXZpbA==?= Ltd',
    'a=?utf-8?q?Evil?=b',
    'Zürich =?iso-8859-1?Q?Evil?=',
    '"Acme" Ltd',
    'ACME=',
    `${'Łódź 🏦 '.repeat(12)}=?utf-8?Q?Evil?=`,
  ])('has the name %s in its subject as it is', async (orgName) => {
    expect((await mails.read({ orgName })).subject).toBe(`You are invited to ${orgName}`);
  });

  it('isolates the name in the HTML, and shows none of its hidden characters', async () => {
    const { subject, text, html } = await mails.read({ orgName: 'Acme\u202e\u200b Ltd' });
    expect(subject).toBe('You are invited to Acme Ltd');
    expect(text).toContain('Acme Ltd invites you');
    expect(html).toContain('<bdi>Acme Ltd</bdi> invites you');
  });

  it.each([undefined, '', 'https://evil.example', 'evil.example', 'a@evil.example', 'Call: 0800'])(
    'names no inviter for the name %s, which could become a link',
    async (inviter) => {
      const { text, html } = await mails.read({ inviter });
      expect(text).toContain('\nAcme <MSP> & Partners invites you');
      expect(html).not.toContain('evil');
    },
  );

  it('names the inviter, isolated and without hidden characters', async () => {
    const { text, html } = await mails.read({ inviter: 'Ada\u202e Lovelace' });
    expect(text).toContain('Ada Lovelace of Acme');
    expect(html).toContain('<bdi>Ada Lovelace</bdi> of <bdi>Acme');
  });

  it('cannot be given a header by the name of an organization § V1.2.1', async () => {
    const { headers } = await mails.read({ orgName: 'Acme\r\nBcc: victim@example.com' });
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
  });
});
