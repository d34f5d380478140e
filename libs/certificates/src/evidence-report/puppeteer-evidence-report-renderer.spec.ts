import { type Evidence } from '@governance/assessments';
import { readPdf, readPdfText, readQrCodes, testBrowser } from '@governance/testing';
import { PDFDocument } from '@cantoo/pdf-lib';
import { readyCertificate } from '../../spec/sample-certificates';
import { sampleQuestions as questions, sampleReport as reportOf } from '../../spec/sample-report';
import { UntruePrint } from '../pdf/untrue-print';
import { PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import { PuppeteerEvidenceReportRenderer } from './puppeteer-evidence-report-renderer';

const alterable: Evidence = {
  'gov-ai-policy': { owner: 'Ada', note: 'Policy 4.2', link: 'https://wiki.example.com/policies/ai' },
  'gov-roles': { owner: '山田', note: 'Answer None' },
  'inv-register': { owner: '山田' },
};

describe('the evidence report', () => {
  let browser: PuppeteerCertificateRenderer;
  let renderer: PuppeteerEvidenceReportRenderer;

  beforeAll(() => {
    browser = new PuppeteerCertificateRenderer({ executable: testBrowser, deadlineMs: 60_000 });
    renderer = new PuppeteerEvidenceReportRenderer(browser);
  });
  afterAll(() => browser.close());

  it('shows the evidence of each question beside its answer, and which questions have none', async () => {
    const pdf = await renderer.render(
      reportOf({
        'gov-ai-policy': {
          owner: 'Head of Compliance',
          note: 'Policy 4.2\n\napproved',
          link: 'https://wiki.example.com/policies/ai',
          reviewOn: '2027-03-31',
        },
        'inv-register': { owner: 'Ada' },
      }),
    );
    const { text, title, language, roles } = await readPdf(pdf);
    expect(text).toContain('Answer Partial Owner Head of Compliance Note Policy 4.2 approved');
    expect(text).toContain('Link https://wiki.example.com/policies/ai Review by 31 March 2027');
    expect(text).toContain('Evidence for 2 of 40 questions');
    expect(text.split(questions[0]?.remediation.title ?? '')).toHaveLength(2);
    const [, without = ''] = text.split('Questions without evidence');
    expect(questions.filter((question) => without.includes(question.remediation.title))).toHaveLength(38);
    expect([title, language]).toEqual(['Evidence report on a self-assessment of 20 November 2026', 'en']);
    expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'H3', 'Table', 'TH', 'Link']));
  });

  it('says on every page what it is, and is no certificate § 10.10u', async () => {
    const note = 'A long note, in which something is said. '.repeat(20);
    const evidence = Object.fromEntries(questions.slice(0, 24).map(({ id }) => [id, { note }]));
    const pdf = await renderer.render(reportOf(evidence));
    const { text, title, pages } = await readPdf(pdf);
    expect(pages).toBeGreaterThan(4);
    const footers = text.split('Evidence report: statements of the holder, not checked. Not a certificate.');
    expect(footers).toHaveLength(pages + 1);
    expect(text).toContain(`Page ${pages} of ${pages}`);
    expect(text).toContain('own statements. AI Governance Assessment has printed them as they were entered');
    expect(text).toContain('Not a certificate, not checked');
    expect(await readQrCodes(pdf)).toEqual([]);
    expect(`${title}${text}`).not.toMatch(/Certificate of Self-Assessment|out of 100|Ready to launch/);
    expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/EmbeddedFile|\/Sig\b/);
  });

  it('prints markup as text, and loads nothing', async () => {
    const hostile = `"><script>document.title = 1</script><img src='https://example.com/x'><style>*{display:none}</style>`;
    const link = 'https://example.com/?%22%3E%3Cscript%3E';
    const pdf = await renderer.render(reportOf({ 'gov-ai-policy': { owner: hostile, note: hostile, link } }));
    const { text, figures } = await readPdf(pdf);
    expect(text.replace(/\s/g, '').split(hostile.replace(/\s/g, ''))).toHaveLength(3);
    expect(figures).toEqual([]);
  });

  it('prints all that can be given, within the bounds of a document', async () => {
    const given = (entry: Evidence[string]): Evidence =>
      Object.fromEntries(questions.map(({ id }) => [id, entry]));
    const lines = await renderer.render(reportOf(given({ note: 'x\n'.repeat(249) + 'x' })));
    expect((await PDFDocument.load(lines)).getPageCount()).toBeGreaterThan(100);
    const wide = await renderer.render(reportOf(given({ owner: 'W'.repeat(100), note: 'Ж'.repeat(400) })));
    for (const { length } of [lines, wide]) expect(length).toBeLessThan(1024 * 1024);
  });

  it('prints every kind of letter that its holder enters', async () => {
    const range = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, index) => String.fromCodePoint(from + index))
        .filter((letter) => !/[\p{Cc}\p{Cs}\p{Cn}\p{Co}]/u.test(letter))
        .join(' ');
    const texts = [
      range(0x20, 0x180),
      range(0x180, 0x400),
      range(0x400, 0x530),
      `${range(0x5d0, 0x5eb)} within שלום words, ${range(0x620, 0x650)}`,
      range(0x900, 0x980),
      range(0x1e00, 0x1fff),
      range(0x2000, 0x2200),
      '\u202Eturned\u202C and so\u00ADft, 10x20 3×4 (C) 1st ½ x² ﬁ ﬀ → -> => ... a\u0302\u0323 e\u0323\u0302 Ǆ ß',
      '😀 👩‍💻 🇫🇷 山田 한글 ไทย ①',
      'Page 1 of 2 Evidence report: Questions without evidence No. Question Answer',
    ];
    const evidence = Object.fromEntries(
      questions
        .slice(0, texts.length)
        .map(({ id }, index) => [id, { note: (texts[index] ?? '').slice(0, 1_000) }]),
    );
    const text = await readPdfText(await renderer.render(reportOf(evidence)));
    expect(text).toContain('Ä Å Æ Ç');
  });

  it('prints a document that a lie could change', async () => {
    await expect(renderer.render(reportOf(alterable))).resolves.toBeDefined();
  });

  it.each<[string, (markup: string) => string]>([
    ['another answer', (markup) => markup.replace('<b>Partial</b>', '<b>Yes</b>')],
    ['another note', (markup) => markup.replace('Policy 4.2', 'Policy 4.3')],
    ['another id', (markup) => markup.replace('3f2b8c1e', '3f2b8c1f')],
    ['further words', (markup) => markup.replace('</h1>', ' of Google</h1>')],
    ['further words at its end', (markup) => `${markup}<p>Checked by the issuer</p>`],
    ['fewer words', (markup) => markup.replace(/<p class="statement">.*?<\/p>/s, '')],
    [
      'other words beside a note in another script',
      (markup) => markup.replace(/<b>Partial(?=[^]{0,90}山田)/, '<b>Yes'),
    ],
    [
      'a link to another address',
      (markup) => markup.replace('href="https://wiki.example.com', 'href="https://evil.example.com'),
    ],
    [
      'another footer',
      (markup) => `<style>@page { @bottom-left { content: 'A certificate' } }</style>${markup}`,
    ],
  ])('refuses a document with %s', async (_, alter) => {
    const lying = new PuppeteerEvidenceReportRenderer({
      printDocument: (content, finish) => {
        const markup = alter(content.markup);
        expect(markup).not.toBe(content.markup);
        return browser.printDocument({ ...content, markup }, finish);
      },
    });
    await expect(lying.render(reportOf(alterable))).rejects.toThrow(UntruePrint);
  });

  it('says where letters are that its fonts may lack', async () => {
    const printed = async (owner: string): Promise<string> =>
      (await readPdf(await renderer.render(reportOf({ 'gov-ai-policy': { owner } })))).text;
    expect(await printed('Šárka Ωμέγα Жанна 2 ✓')).not.toContain('other scripts');
    expect(await printed('山田')).toContain('Letters of other scripts than Latin, Greek and Cyrillic');
  });

  it('leaves certificates as they are', async () => {
    const print = (): Promise<Uint8Array> => browser.print(readyCertificate());
    const before = await readPdf(await print());
    await renderer.render(reportOf({ 'gov-ai-policy': { owner: 'Ada' } }));
    await renderer.render(reportOf({ 'gov-ai-policy': { owner: 'Ada' } }));
    for (const after of [await readPdf(await print()), await readPdf(await print())])
      expect(after).toEqual(before);
    expect(before.pages).toBe(1);
  });
});
