import { type IssuedCertificate } from '@governance/assessments';
import { readPdf, readPdfText, readQrCodes, testBrowser } from '@governance/testing';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { PuppeteerCertificateRenderer } from './puppeteer-certificate-renderer';
import {
  domainTitles,
  gateTitles,
  readyCertificate,
  refusedCertificate,
  worstCertificate,
} from '../spec/sample-certificates';
import { loopbackTrap } from '../spec/loopback-trap';

function withHyphens(): IssuedCertificate {
  const certificate = readyCertificate();
  const host = 'governance-api.managed-services-of-the-north.my-example.co.uk';
  return {
    ...certificate,
    verificationUrl: `https://${host}/a-path/api/certification/verify/${certificate.id}`,
  };
}

describe('the PDF of a certificate', () => {
  const renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
  beforeAll(() => renderer.ready());
  afterAll(() => renderer.close());

  it('has all its content on one page', async () => {
    const { pages, text } = await readPdf(await renderer.render(readyCertificate()));
    expect(pages).toBe(1);
    const words = [
      'Self-assessment, not an audit',
      'a managed service provider assessed its own governance',
      '91 out of 100',
      'Ready',
      'Ready to launch',
      'All 12 launch gates are met, the overall score is 91 (floor 60) and no domain is below 40.',
      'Issued 20 November 2026',
      'Renew by 20 November 2027',
      'ai-governance-msp 1.0.0',
      'SHA-256 9c1a5f0be2d84e77',
    ];
    for (const word of [...words, ...domainTitles]) expect(text.toLowerCase()).toContain(word.toLowerCase());
    expect(text).not.toContain('below minimum');
  });

  it.each([readyCertificate(), refusedCertificate(), worstCertificate(), withHyphens()])(
    'has its verification URL in print, to the letter ($outcome.tier) § 1.2e 4.1.1d',
    async (certificate) => {
      const text = await readPdfText(await renderer.render(certificate));
      const [, printed = ''] = /Verify this certificate (.*?) ?Scored by the service/.exec(text) ?? [];
      // A long URL may be broken into lines.
      expect(printed.replaceAll(' ', '')).toBe(certificate.verificationUrl);
      // Viewers that join lines drop a hyphen at the end of one.
      expect(printed).not.toContain('- ');
    },
  );

  it('is tagged: titled, in English, with headings, a table of scores and a described figure', async () => {
    const { title, language, roles, figures } = await readPdf(await renderer.render(readyCertificate()));
    expect(title).toBe('AI governance self-assessment certificate');
    expect(language).toBe('en');
    expect(roles.filter((role) => /^H\d$/.test(role))).toEqual(['H1', 'H2', 'H2', 'H2', 'H2']);
    expect(roles.filter((role) => role === 'TR')).toHaveLength(1 + domainTitles.length + 5);
    expect(figures).toEqual(['QR code leading to the verification of this certificate']);
  });

  it.each([readyCertificate(), refusedCertificate(), worstCertificate()])(
    'has a QR code that leads to exactly the printed address ($outcome.tier) § 1.2f',
    async (certificate) => {
      const pdf = await renderer.render(certificate);
      expect(await readQrCodes(pdf)).toEqual([certificate.verificationUrl]);
    },
  );

  it('names a domain below its floor in words', async () => {
    expect(await readPdfText(await renderer.render(refusedCertificate()))).toContain(
      'Security, testing and change below minimum 36',
    );
  });

  it('has room for every possible reason', async () => {
    const { pages, text } = await readPdf(await renderer.render(worstCertificate()));
    expect(pages).toBe(1);
    for (const title of gateTitles) expect(text).toContain(title);
    for (const title of domainTitles) expect(text).toContain(`${title} is at 0, below 40`);
    expect(text).toContain('The overall score 0 is below 60');
  });

  it('uses its own fonts for a title in any language', async () => {
    const { outcome, ...certificate } = readyCertificate();
    const domainScores = outcome.domainScores.map((domain) => ({ ...domain, title: 'Łódź, Győr, wąż' }));
    const pdf = await renderer.render({ ...certificate, outcome: { ...outcome, domainScores } });
    const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
    const fonts = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? [object.get(PDFName.of('BaseFont'))] : []))
      .filter((name) => name !== undefined)
      .map((name) => String(name).replace(/^\/[A-Z]{6}\+([A-Za-z0-9]+).*/, '$1'));
    expect(new Set(fonts)).toEqual(new Set(['Inter', 'SourceSerif4']));
    expect(await readPdfText(pdf)).toContain('Łódź, Győr, wąż 96');
  });

  it('prints hostile values as text and sends no request (F22)', async () => {
    const { url, hits, close } = await loopbackTrap();
    const hostile = `<script>fetch('${url}/a')</script><img src="${url}/b"><iframe src="${url}/c"></iframe>`;
    const { outcome, ...certificate } = readyCertificate();
    const pdf = await renderer.render({ ...certificate, outcome: { ...outcome, launchReason: hostile } });
    close();
    expect((await readPdf(pdf)).text).toContain("<script>fetch('");
    expect(hits).toEqual([]);
  });

  it('never shows one certificate in another (F30)', async () => {
    const ids = Array.from(
      { length: 60 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    const pdfs = await Promise.all(
      ids.map((id, index) => renderer.render(index % 2 === 0 ? readyCertificate(id) : worstCertificate(id))),
    );
    for (const [index, pdf] of pdfs.entries()) {
      const text = await readPdfText(pdf);
      const printed = new Set(text.replaceAll(' ', '').match(/00000000-0000-4000-8000-\d{12}/g));
      expect([...printed]).toEqual([ids[index]]);
    }
  });
});
