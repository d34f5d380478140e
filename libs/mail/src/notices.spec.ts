import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Email } from 'postal-mime';
import { NoticeMails } from '../spec/notice-mails';
import {
  accountNotice,
  campaign,
  campaignCode,
  domainProof,
  expiry,
  invitation,
  passwordReset,
  renewalReminder,
  resetNotice,
} from '../spec/sample-notices';
import { AccountNoticeMessage } from './account-notice-message';
import { CampaignCodeMessage } from './campaign-code-message';
import { CampaignMessage } from './campaign-message';
import { DomainProofMessage } from './domain-proof-message';
import { ExpiryMessage } from './expiry-message';
import { InvitationMessage } from './invitation-message';
import { templateFolder } from './mailer-options';
import { PasswordResetMessage } from './password-reset-message';
import { RenewalReminderMessage } from './renewal-reminder-message';

const notices = [
  {
    name: 'secrets and keys that expire',
    open: () => NoticeMails.open(ExpiryMessage, expiry),
    subject: '2 M2M credentials expire soon',
    labels: ['>Credentials</p>'],
    links: [],
  },
  {
    name: 'a code of a campaign',
    open: () => NoticeMails.open(CampaignCodeMessage, campaignCode),
    subject: 'Your code to continue',
    labels: ['>Assessment</p>'],
    links: [campaignCode.blockUrl],
    // Its reader types the code on the page that asked for it.
    hasButton: false,
  },
  {
    name: 'a domain to prove',
    open: () => NoticeMails.open(DomainProofMessage, domainProof),
    subject: 'May a certificate name your domain?',
    labels: ['>Domain proof</p>', '>Review the request</a>'],
    links: [domainProof.link, domainProof.blockUrl],
  },
  {
    name: 'an invitation',
    open: () => NoticeMails.open(InvitationMessage, invitation),
    subject: 'You are invited to Acme <MSP> & Partners',
    labels: ['>Invitation</p>', '>Accept the invitation</a>'],
    links: [invitation.link],
  },
  {
    name: 'a changed password',
    open: () => NoticeMails.open(AccountNoticeMessage, accountNotice),
    subject: 'Your password was changed',
    labels: ['>Your account</p>', '>Open your account</a>'],
    links: [accountNotice.link],
  },
  {
    name: 'a second factor that is removed',
    open: () => NoticeMails.open(AccountNoticeMessage, resetNotice),
    subject: 'Your second factor will be removed',
    labels: ['>Your account</p>', '>Keep the second factor</a>'],
    links: [resetNotice.link],
  },
  {
    name: 'a new password',
    open: () => NoticeMails.open(PasswordResetMessage, passwordReset),
    subject: 'Choose a new password',
    labels: ['>Your account</p>', '>Choose a new password</a>'],
    links: [passwordReset.link],
  },
  {
    name: 'a new assessment',
    open: () => NoticeMails.open(RenewalReminderMessage, renewalReminder),
    subject: 'Assess again by 20 December 2026',
    labels: ['>Reminder</p>', '>Start the assessment</a>'],
    links: [renewalReminder.againUrl, renewalReminder.blockUrl],
  },
  {
    name: 'a campaign',
    open: () => NoticeMails.open(CampaignMessage, campaign),
    subject: 'Self-assessment for Acme <MSP> & Partners by 20 December 2026',
    labels: ['>Request</p>', '>Start the assessment</a>'],
    links: [campaign.link, campaign.optOutUrl],
  },
];

describe.each(notices)(
  'a mail about $name',
  ({ open, subject, labels, links: expected, hasButton = true }) => {
    let mails: Awaited<ReturnType<typeof open>>;
    let raw: Buffer;
    let mail: Email;
    beforeAll(async () => {
      mails = await open();
      raw = await mails.compose();
      mail = await mails.read();
    });
    afterAll(() => mails.close());

    it('has sender, recipient and subject, with the given identity and date', () => {
      expect(mail).toMatchObject({
        from: { name: 'AI Governance', address: 'notices@example.com' },
        to: [{ name: '', address: 'assessor@example.org' }],
        subject,
        messageId: '<5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10@example.com>',
        date: '2026-11-20T09:31:07.000Z',
      });
    });

    it('asks automatic responders to stay silent, and does not name the program', () => {
      const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
      expect(headers).toMatchObject({
        'auto-submitted': 'auto-generated',
        'x-auto-response-suppress': 'All',
      });
      expect(headers).not.toHaveProperty('x-mailer');
    });

    it('says the same in text and HTML, word for word, except for the labels of the layout', () => {
      const text = wordsOf((mail.text ?? '').replaceAll(/^\* /gm, ''));
      expect(wordsOf(shownBy(mail.html ?? '', labels))).toEqual(text);
      expect(text.length).toBeGreaterThan(60);
    });

    it('has its links as text, the first as a button, and no others', () => {
      const links = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
      expect(links).toEqual([...(hasButton ? expected.slice(0, 1) : []), ...expected]);
      expect((mail.text ?? '').match(/https?:\S+/g) ?? []).toEqual(expected);
      const [headers] = raw.toString('latin1').split('\r\n\r\n', 1);
      expect(headers).not.toContain('q0Zr8m1b2Xc3d4E5f6G7hA');
    });

    it('loads no external content, and keeps its styles inline', () => {
      expect(mail.html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import/);
      expect(mail.html).toMatch(/<h1 style="[^"]*font-size: 28px/);
      expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
    });

    it('has lines that every server accepts: CRLF, ASCII, at most 998 characters', () => {
      const lines = raw.toString('latin1').split('\r\n');
      expect(lines.filter((line) => /[^\t\x20-\x7e]/.test(line) || line.length > 998)).toEqual([]);
      expect(mail.attachments).toEqual([]);
    });

    it('is refused for a recipient that is not one address', async () => {
      const recipient = 'a@example.org, b@example.org';
      await expect(mails.compose({ recipient })).rejects.toThrow('not one address');
    });
  },
);

it('every kind of mail names the next step: a link, or a command', () => {
  const texts = readdirSync(templateFolder).filter((file) => file.endsWith('.text.hbs'));
  expect(texts.length).toBeGreaterThan(6);
  const step = /\{\{(?:link|\w+Url)\}\}|\bgovernance [a-z]+/;
  expect(texts.filter((file) => !step.test(readFileSync(join(templateFolder, file), 'utf8')))).toEqual([]);
});

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' };

/** What a reader of the HTML sees, except for the labels. */
function shownBy(html: string, labels: readonly string[]): string {
  return labels
    .reduce((rest, label) => rest.replace(label, '>'), html.replace(/<(style|title)[\s\S]*?<\/\1>/g, ''))
    .replace(/<\/?bdi>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
