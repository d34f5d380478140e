import { type Evidence, type ReviewPack } from '@governance/assessments';
import { publishedRubrics } from '@governance/rubric';
import { readPdf, readQrCodes, testBrowser } from '@governance/testing';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { sampleReviewPack as packOf } from '../../spec/sample-review-pack';
import { UntruePrint } from '../pdf/untrue-print';
import { PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import { PuppeteerReviewPackRenderer } from './puppeteer-review-pack-renderer';

const rubric = publishedRubrics.current;
const footer = 'Review pack: made from a self-assessment. Not a certificate.';
const evidence: Evidence = {
  'gov-ai-policy': {
    owner: 'Head of Compliance',
    note: 'Policy 4.2\n\napproved',
    link: 'https://wiki.example.com/policies/ai',
    reviewOn: '2027-03-31',
  },
};

describe('the review pack', () => {
  let browser: PuppeteerCertificateRenderer;
  let renderer: PuppeteerReviewPackRenderer;

  beforeAll(() => {
    browser = new PuppeteerCertificateRenderer({ executable: testBrowser, deadlineMs: 60_000 });
    renderer = new PuppeteerReviewPackRenderer(browser);
  });
  afterAll(() => browser.close());

  it('shows result, trend, plan, frameworks and evidence', async () => {
    const pack = packOf(evidence);
    const { text, roles } = await readPdf(await renderer.render(pack));
    const { overallScore, tier, domainScores } = rubric.assess(pack.result.answers, pack.result.mode);
    for (const words of [
      'Review of Globex Ltd',
      `${overallScore} of 100 ${tier} Not ready to launch`,
      'Reference CW-1042',
      'Assessed on 20 November 2026',
      'Assess again by 20 November 2027',
      ...domainScores.map(({ title, score }) => `${title} ${score}`),
      '12 November 2025',
      '2 November 2024 21 Critical',
      'Better than before',
      'The cheapest way to a launch',
      'the client is ready to launch',
      'ISO/IEC 42001',
      'Evidence For 1 of 40 questions',
      'Owner Head of Compliance Note Policy 4.2 approved',
      'Link https://wiki.example.com/policies/ai Review by 31 March 2027',
    ])
      expect(text).toContain(words);
    const { steps } = rubric.launchPath(pack.result.answers, pack.result.mode);
    for (const { title } of steps) expect(text).toContain(title);
    expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'H3', 'Table', 'TH', 'L', 'LI', 'Link']));
  });

  it('says on every page what it is, and is no certificate § 10.25l', async () => {
    const pdf = await renderer.render(packOf(evidence));
    const { text, title, pages } = await readPdf(pdf);
    expect(pages).toBeGreaterThan(1);
    expect(text.split(footer)).toHaveLength(pages + 1);
    expect(text).toContain(`Page ${pages} of ${pages}`);
    expect(text).toContain('This document is no certificate, and no one can verify it');
    expect(await readQrCodes(pdf)).toEqual([]);
    expect(`${title}${text}`).not.toContain('Certificate of Self-Assessment');
    expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/EmbeddedFile|\/Sig\b/);
  });

  it('has what PDF/UA-1 requires: title, language, structure, described links, and a declaration', async () => {
    const pdf = await renderer.render(packOf(evidence));
    const { title, language } = await readPdf(pdf);
    expect([title, language]).toEqual(['Review of Globex Ltd, assessed on 20 November 2026', 'en']);
    const { catalog, context } = await PDFDocument.load(pdf, { updateMetadata: false });
    expect(catalog.getViewerPreferences()?.getDisplayDocTitle()).toBe(true);
    for (const entry of ['MarkInfo', 'StructTreeRoot', 'Metadata'])
      expect(catalog.has(PDFName.of(entry))).toBe(true);
    expect(Buffer.from(pdf).toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('pdfaid:part>3');
    const links = context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter(
        (object) => object instanceof PDFDict && object.get(PDFName.of('Subtype')) === PDFName.of('Link'),
      );
    expect(links).toHaveLength(1);
    for (const link of links) expect((link as PDFDict).has(PDFName.of('Contents'))).toBe(true);
  });

  it('says what to improve at a client that is ready, and when nothing is left', async () => {
    const ready = (await readPdf(await renderer.render(packOf({}, (index) => (index % 5 === 0 ? 2 : 3)))))
      .text;
    expect(ready).toContain('What to improve next');
    expect(ready).not.toContain('cheapest way');
    const perfect = (await readPdf(await renderer.render(packOf({}, () => 3)))).text;
    expect(perfect).toContain('nothing is left to improve');
    expect(perfect).toContain('The result has none');
  });

  it('names a client without a name by what else is known, and needs no earlier result', async () => {
    const pack = packOf();
    const client = { ...pack.client, name: undefined };
    const { text } = await readPdf(await renderer.render({ ...pack, client, earlier: [] }));
    expect(text).toContain('Review of CW-1042');
    expect(text).not.toContain('Better than before');
  });

  it('prints markup as text, and loads nothing', async () => {
    const hostile = `"><script>document.title = 1</script><img src='https://example.com/x'><style>*{display:none}</style>`;
    const pack = packOf({ 'gov-ai-policy': { owner: hostile, note: hostile } });
    const client = { ...pack.client, name: hostile.slice(0, 100) };
    const { text, figures } = await readPdf(await renderer.render({ ...pack, client }));
    expect(text.replace(/\s/g, '').split(hostile.replace(/\s/g, ''))).toHaveLength(4);
    expect(figures).toEqual([]);
  });

  it.each<[string, (markup: string) => string]>([
    ['another score', (markup) => markup.replace(/<b>(\d+)<\/b> of 100/, '<b>99</b> of 100')],
    ['another client', (markup) => markup.replace('Globex', 'Google')],
    ['further words at its end', (markup) => `${markup}<p>Checked by the issuer</p>`],
    ['fewer words', (markup) => markup.replace(/<p class="statement">.*?<\/p>/s, '')],
    [
      'a link to another address',
      (markup) => markup.replace('href="https://wiki.example.com', 'href="https://evil.example.com'),
    ],
    [
      'another footer',
      (markup) => `<style>@page { @bottom-left { content: 'A certificate' } }</style>${markup}`,
    ],
  ])('refuses a document with %s', async (_, alter) => {
    const lying = new PuppeteerReviewPackRenderer({
      printDocument: (content, finish) => {
        const markup = alter(content.markup);
        expect(markup).not.toBe(content.markup);
        return browser.printDocument({ ...content, markup }, finish);
      },
    });
    await expect(lying.render(packOf(evidence))).rejects.toThrow(UntruePrint);
  });

  it('refuses a rubric that this release does not know', () => {
    const pack = packOf();
    const unknown: ReviewPack = { ...pack, result: { ...pack.result, rubricVersion: '99.0.0' } };
    expect(() => renderer.render(unknown)).toThrow('does not know the rubric 99.0.0');
  });
});
