import { type Certificate, certificateOf } from '@governance/assessments';
import { type RemediationItem } from '@governance/rubric';
import { Test, type TestingModule } from '@nestjs/testing';
import PostalMime, { type Email } from 'postal-mime';

import { CompletionMessage } from './completion-message';
import { MailModule } from './mail.module';

const from = 'AI Governance Assessment <certificates@example.com>';
const recipient = 'assessor@example.org';
const pdf = Buffer.from('%PDF-1.7 \u0000\r\n\u00ff', 'latin1');
const holderSalt = 'q0Zr8m1b2Xc3d4E5f6G7hA';
const resultUrl = 'https://assess.example.com/results/PxxaDn0rTH6aUSuMbU4PGV0xU3cyRk9hcVJtN1ZkS2pXeUw5';
const ownershipUrl = 'https://assess.example.com/verify/3f0e6a52-8c1d-4b7e-9a44-5d2b7c90e1f6/ownership';
const blockUrl = 'https://assess.example.com/not-me/q0Zr8m1b2Xc3d4E5f6G7hA';
const deliveryId = '5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10';
const date = new Date('2026-11-20T09:31:07Z');

const certificate: Certificate = certificateOf(
  {
    id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
    createdAt: new Date('2026-11-19T23:30:00Z'),
    mode: 'client-on-behalf',
    rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'ab'.repeat(32) },
    answers: {},
    outcome: {
      overallScore: 71,
      tier: 'Progressing',
      launchAllowed: false,
      launchReason:
        "Launch refused: launch gate not met: Keep clients' data apart; Data protection is at 36, below 40.",
      domainScores: [
        { id: 'governance', title: 'Governance & accountability', score: 83, weight: 60, belowFloor: false },
        { id: 'data', title: 'Data <b>protection</b>', score: 0, weight: 40, belowFloor: true },
      ],
    },
  },
  { publicBaseUrl: 'https://assess.example.com', platformBaseUrl: 'https://platform.example.com' },
);

let app: TestingModule;
let raw: Buffer;
let mail: Email;

const plan: readonly RemediationItem[] = [1, 2, 3, 4, 5].map((priority) => ({
  questionId: `q-${priority}`,
  domainId: 'data',
  title: `Title ${priority} & more`,
  action: `Do <thing> ${priority}.`,
  effortDays: priority,
  currentAnswer: 1,
  targetAnswer: 2,
  points: 8.52 + 2 * priority,
  blocksLaunch: priority === 1,
  priority,
  steps: [
    { currentAnswer: 1, targetAnswer: 2, effortDays: priority / 3, points: 3.26 + priority },
    { currentAnswer: 2, targetAnswer: 3, effortDays: priority / 3, points: 3.26 + priority },
  ],
}));

interface Changes {
  readonly recipient?: string;
  readonly certificate?: Certificate;
  readonly plan?: readonly RemediationItem[];
}

async function compose(changes: Changes = {}): Promise<Buffer> {
  const bytes = await app.get(CompletionMessage).compose({
    recipient,
    certificate,
    pdf,
    holderSalt,
    plan,
    resultUrl,
    ownershipUrl,
    blockUrl,
    deliveryId,
    date,
    ...changes,
  });
  return Buffer.from(bytes);
}

/** The words that a reader of the HTML sees. */
function wordsOf(html = ''): string {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' };
  return html
    .replace(/<(style|title)[\s\S]*?<\/\1>|<\/?b\b[^>]*>|<\/?span\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ');
}

beforeAll(async () => {
  app = await Test.createTestingModule({
    imports: [MailModule.forRoot({ smtpUrl: 'smtp://127.0.0.1:1', requireTls: false, from })],
  }).compile();
  raw = await compose();
  mail = await PostalMime.parse(raw);
});

afterAll(() => app.close());

describe('the headers', () => {
  it('name sender, recipient and result', () => {
    expect(mail.from).toEqual({ name: 'AI Governance Assessment', address: 'certificates@example.com' });
    expect(mail.to).toEqual([{ name: '', address: recipient }]);
    expect(mail.subject).toBe(
      'Your AI governance self-assessment: 71/100, Progressing. Not ready to launch: 1 required control missing',
    );
  });

  it('have the given identity and date', () => {
    expect(mail.messageId).toBe('<5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10@example.com>');
    expect(mail.date).toBe('2026-11-20T09:31:07.000Z');
  });

  it('ask automatic responders to stay silent and do not name the program', () => {
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' });
    expect(headers).not.toHaveProperty('x-mailer');
  });

  it.each([
    'a@example.org\r\nBcc: victim@example.com',
    'a@example.org\nX: y',
    'a@example.org, victim@example.com',
    'Victim <victim@example.com>',
    'a@example.org\u0000',
    'not an address',
    '',
  ])('cannot be extended by the recipient %j § V1.3.11', async (hostile) => {
    await expect(compose({ recipient: hostile })).rejects.toThrow('not one address');
  });
});

describe('the twins', () => {
  const facts = [
    'Progressing',
    '71 of 100',
    "Not ready to launch: required control missing: Keep clients' data apart; Data protection is at 36, below 40.",
    'Governance & accountability',
    'Data <b>protection</b>',
    '83',
    '60%',
    'below the minimum',
    'https://platform.example.com/api/certification/verify/3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
    'certificate-3f2b8c1e.pdf',
    '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
    '19 November 2026',
    'On behalf of one client',
    'ai-governance-msp 1.0.0',
    'a self-assessment. The result is derived from the answers given',
    'an audit, a third-party certification or legal advice',
    'The answers are not checked',
    'does not name you',
    'Title 1 & more',
    'Do <thing> 1.',
    'From “Partial” to “Mostly”: ⅓ day of work, adds 4.26 points, required for launch',
    'From “Partial” to “Mostly”: ⅔ day of work, adds 5.26 points',
    'Title 3 & more',
    '2 more are on your result page.',
    resultUrl,
    ownershipUrl,
    blockUrl,
    'To prove that it is yours',
    holderSalt,
    'If this was not you',
  ];

  it.each(facts)('both say %j', (fact) => {
    expect(mail.text?.replace(/\s+/g, ' ').toLowerCase()).toContain(fact.toLowerCase());
    expect(wordsOf(mail.html).toLowerCase()).toContain(fact.toLowerCase());
  });

  it('have the same words, numbers and addresses', async () => {
    for (const one of [mail, await PostalMime.parse(await compose({ plan: [] }))]) {
      const words = (text: string): string[] =>
        [...new Set(text.toLowerCase().match(/[^\s,.:()]+/g))].toSorted();
      // Underlines and numbering of the text are not words.
      const inText = words((one.text ?? '').replace(/^[=-]+\s/gm, ''));
      // The column heads repeat the heading.
      const inHtml = words(wordsOf(one.html)).filter((word) => !['domain', 'score'].includes(word));
      const glossed = inText.filter((word) => !['domain', 'score'].includes(word));
      expect(inHtml).toEqual(glossed);
    }
  });

  it('count only the actions that exist', async () => {
    const { text } = await PostalMime.parse(await compose({ plan: plan.slice(0, 4) }));
    expect(text).toContain('1 more is on your result page.');
    const done = await PostalMime.parse(await compose({ plan: [] }));
    expect(done.text).not.toMatch(/What matters most|more are/);
    expect(done.html).not.toMatch(/What matters most|more are/);
  });

  it('list the reasons of a refusal with many parts', async () => {
    const launchReason =
      'Launch refused: launch gate not met: one; launch gate not met: two; three is at 3, below 40; four.';
    const outcome = { ...certificate.outcome, launchReason };
    const { text, html } = await PostalMime.parse(
      await compose({ certificate: { ...certificate, outcome } }),
    );
    expect(text).toContain(
      'Not ready to launch:\n- Required control missing: one\n- Required control missing: two\n- Three is',
    );
    expect(html).toMatch(
      /<li[^>]*>Required control missing: two<\/li>\s*<li[^>]*>Three is at 3, below 40<\/li>\s*<li[^>]*>Four</,
    );
  });

  it('contain nothing that the submitter typed: the recipient is only in the headers', () => {
    expect(`${mail.text ?? ''}${mail.html ?? ''}`).not.toContain(recipient);
  });

  it('escape a title in the HTML and not in the text', () => {
    expect(mail.html).toContain('Data &lt;b&gt;protection&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>protection');
    expect(mail.text).not.toMatch(/&(#\w+|\w+);/);
  });

  it('load no external resource § V14.2.3', () => {
    expect(mail.html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import/);
    const urls = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    expect(urls).toEqual([resultUrl, resultUrl, certificate.verificationUrl, ownershipUrl, blockUrl]);
  });

  it('keep the styles inline and the dark theme in a media query', () => {
    expect(mail.html).toMatch(/<h1 style="[^"]*font-size: 28px/);
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });
});

describe('the message', () => {
  it('has the certificate attached, byte for byte § 6b V5.4.2', () => {
    expect(mail.attachments).toHaveLength(1);
    const [attachment] = mail.attachments;
    expect(attachment).toMatchObject({
      filename: 'certificate-3f2b8c1e.pdf',
      mimeType: 'application/pdf',
      disposition: 'attachment',
    });
    expect(Buffer.from(attachment?.content as ArrayBuffer)).toEqual(pdf);
  });

  it('has lines that every server accepts: CRLF, ASCII, at most 998 characters', () => {
    const lines = raw.toString('latin1').split('\r\n');
    expect(lines.filter((line) => /[^\t\x20-\x7e]/.test(line) || line.length > 998)).toEqual([]);
  });

  it('is small compared with a certificate', () => {
    expect(raw.length).toBeLessThan(60_000);
  });
});
