import { testBrowser } from '@governance/testing';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import {
  loggedCertificate,
  readyCertificate,
  refusedCertificate,
  worstCertificate,
} from '../../spec/sample-certificates';
import { readAttachments } from '@governance/certificate-verifier';

const holderProof = 'e30.e30.cHJvb2Y';
const painting = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.stroke,
  OPS.fillStroke,
  OPS.showText,
  OPS.paintImageXObject,
  OPS.shadingFill,
]);

describe('a certificate as a document', () => {
  const renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
  let pdf: Uint8Array;

  beforeAll(async () => {
    pdf = await renderer.render({ ...readyCertificate(), holderProof });
  });
  afterAll(() => renderer.close());

  it('is the same document, byte for byte, at every rendering', async () => {
    await renderer.render(worstCertificate());
    const again = await renderer.render({ ...readyCertificate(), holderProof });
    expect(Buffer.from(again).equals(Buffer.from(pdf))).toBe(true);
  });

  it('is one page of A4, landscape', async () => {
    const { width, height } = (await PDFDocument.load(pdf)).getPage(0).getSize();
    expect([width / 72, height / 72].map((inches) => Math.round(inches * 25.4))).toEqual([297, 210]);
  });

  it('contains credential, result and holder proof as data, and no answers', async () => {
    const files = await readAttachments(pdf);
    const read = (name: string): unknown => JSON.parse(files.get(name) ?? '');
    const { signed, outcome, rubric, id } = readyCertificate();
    expect([...files.keys()]).toEqual(['credential.json', 'holder-proof.json', 'result.json']);
    expect(read('credential.json')).toEqual(signed);
    expect(read('holder-proof.json')).toEqual({ holderProof });
    expect(read('result.json')).toMatchObject({ layout: 4, id, rubric, ...outcome });
    expect(files.get('result.json')).not.toMatch(/answers|remediation/);
  });

  it('contains no holder proof without a holder', async () => {
    const files = await readAttachments(await renderer.render(refusedCertificate()));
    expect([...files.keys()]).toEqual(['credential.json', 'result.json']);
  });

  it('contains the proof of the public log as text, with the layout of certificates that are in it', async () => {
    const certificate = await loggedCertificate(refusedCertificate());
    const logged = await renderer.render(certificate);
    const files = await readAttachments(logged);
    expect([...files.keys()]).toEqual(['credential.json', 'log-proof.txt', 'result.json']);
    expect(files.get('log-proof.txt')).toBe(certificate.logProof);
    expect(JSON.parse(files.get('result.json') ?? '')).toMatchObject({ layout: 5, logEntry: 0 });
    const { context } = await PDFDocument.load(logged, { updateMetadata: false });
    const types = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFRawStream ? [object.dict] : []))
      .filter((dict) => dict.get(PDFName.of('Type')) === PDFName.of('EmbeddedFile'))
      .map((dict) => String(dict.get(PDFName.of('Subtype'))));
    expect(types).toEqual(['/application#2Fjson', '/text#2Fplain', '/application#2Fjson']);
  });

  it('has the same metadata in both places, dated by the certificate and not by its rendering', async () => {
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
    const reader = await task.promise;
    const { info, metadata } = await reader.getMetadata();
    expect(info).toMatchObject({
      PDFFormatVersion: '1.7',
      Title: 'AI governance self-assessment certificate',
      CreationDate: 'D:20261120233000Z',
      ModDate: 'D:20261120233000Z',
      IsAcroFormPresent: false,
      IsXFAPresent: false,
    });
    expect(metadata.get('dc:title')).toBe('AI governance self-assessment certificate');
    expect(metadata.getRaw()).toContain('<xmp:CreateDate>2026-11-20T23:30:00Z</xmp:CreateDate>');
    expect(document.getCreationDate()).toEqual(new Date('2026-11-20T23:30:00Z'));
    const entry = (name: string): string => String(document.catalog.lookup(PDFName.of(name)));
    expect(entry('MarkInfo')).toContain('/Marked true');
    expect(entry('ViewerPreferences')).toContain('/DisplayDocTitle true');
    await task.destroy();
  });

  it('declares PDF/A-3a and PDF/UA-1 and has what they require', async () => {
    const { catalog, context } = await PDFDocument.load(pdf, { updateMetadata: false });
    const text = Buffer.from(pdf).toString('latin1');
    expect(text).toMatch(/<pdfaid:part>3<[\s\S]*<pdfaid:conformance>A<[\s\S]*<pdfuaid:part>1</);
    expect(text).toContain('<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>');
    for (const entry of ['Lang', 'Metadata', 'OutputIntents', 'MarkInfo', 'StructTreeRoot', 'AF', 'Names']) {
      expect(catalog.has(PDFName.of(entry))).toBe(true);
    }
    expect(String(context.trailerInfo.ID)).toMatch(/^\[ <([0-9a-f]{32})> <\1> \]$/);
  });

  it('describes its links', async () => {
    const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
    const page = await (await task.promise).getPage(1);
    const annotations = (await page.getAnnotations()) as {
      subtype: string;
      url?: string;
      contentsObj?: { str: string };
    }[];
    expect(
      annotations
        .map(({ subtype }) => subtype)
        .toSorted()
        .at(-1),
    ).toBe('Widget');
    const links = annotations.filter(({ subtype }) => subtype === 'Link');
    expect(links).toHaveLength(annotations.length - 1);
    const { verificationUrl, rubricUrl } = readyCertificate();
    const described = new Map(links.map(({ url, contentsObj }) => [url, contentsObj?.str]));
    expect(described).toEqual(
      new Map([
        [verificationUrl, `Verify this certificate at ${verificationUrl}`],
        [rubricUrl, `Questions and rules at ${rubricUrl}`],
      ]),
    );
    await task.destroy();
  });

  it.each([readyCertificate(), refusedCertificate(), worstCertificate()])(
    'paints only content that is tagged or marked as decoration ($outcome.tier)',
    async (certificate) => {
      const task = getDocument({ data: Uint8Array.from(await renderer.render(certificate)), verbosity: 0 });
      const page = await (await task.promise).getPage(1);
      const { fnArray, argsArray } = await page.getOperatorList();
      let depth = 0;
      const stray: number[] = [];
      let painted = 0;
      for (const [index, operation] of fnArray.entries()) {
        if (operation === OPS.beginMarkedContent || operation === OPS.beginMarkedContentProps) depth += 1;
        if (operation === OPS.endMarkedContent) depth -= 1;
        const [drawn] = operation === OPS.constructPath ? (argsArray[index] as [number]) : [operation];
        if (!painting.has(drawn)) continue;
        painted += 1;
        if (depth === 0) stray.push(index);
      }
      await task.destroy();
      expect(painted).toBeGreaterThan(100);
      expect(stray).toEqual([]);
    },
  );
});
