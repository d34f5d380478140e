import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { type IssuedCertificate } from '@governance/assessments';
import { testBrowser } from '@governance/testing';
import { readyCertificate, refusedCertificate } from '../../spec/sample-certificates';
import { PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import { certificatePdf } from './certificate-pdf';
import { UntruePrint } from './untrue-print';

const domain = { name: 'msp.example', provenAt: new Date('2026-11-21T23:59:00Z') };

function named(): IssuedCertificate {
  return { ...refusedCertificate(), organizationName: 'Acme Škoda AB', domain };
}

describe('a print that does not say what its record says', () => {
  const renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
  let honest: Uint8Array;

  beforeAll(async () => {
    honest = await renderer.print(named());
  });
  afterAll(() => renderer.close());

  it('is refused, while the honest one is made a document', async () => {
    await expect(certificatePdf(honest, named())).resolves.toBeDefined();
  });

  it.each<[string, Partial<IssuedCertificate>]>([
    ['heading', { organizationName: 'Acme Skoda AB' }],
    ['heading', { domain: { ...domain, name: 'msp.example.com' } }],
    ['id', { id: readyCertificate().id }],
    ['overall score', { outcome: { ...refusedCertificate().outcome, overallScore: 72 } }],
    ['tier', { outcome: { ...refusedCertificate().outcome, tier: 'Ready' } }],
    ['launch verdict', { outcome: { ...refusedCertificate().outcome, launchAllowed: true } }],
    ['date of issue', { createdAt: new Date('2026-11-19T23:30:00Z') }],
  ])('is refused with another %s', async (part, other) => {
    const printed = await renderer.print({ ...named(), ...other });
    await expect(certificatePdf(printed, named())).rejects.toMatchObject({
      name: 'UntruePrint',
      message: `The page does not show the ${part} of the credential`,
    });
  });

  it('is refused with a link to another address', async () => {
    const verificationUrl = 'https://api.governance.example.org/verify';
    const printed = await renderer.print({ ...named(), verificationUrl });
    await expect(certificatePdf(printed, named())).rejects.toThrow('The document links to another address');
  });

  it.each<[string, (document: PDFDocument, page: PDFPage) => unknown]>([
    [
      'a script',
      ({ catalog, context }) => {
        catalog.set(
          PDFName.of('OpenAction'),
          context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
        );
      },
    ],
    ['a form', (document) => document.getForm().createTextField('name')],
    ['an attached file', (document) => document.attach(new Uint8Array([1]), 'a.json')],
    [
      'a link to another address',
      (_, page) => {
        const link = page.node.Annots()?.lookup(0, PDFDict).lookup(PDFName.of('A'), PDFDict);
        link?.set(PDFName.of('URI'), PDFString.of('https://evil.example.com'));
      },
    ],
    [
      'a link that runs a program',
      ({ context }, page) => {
        page.node
          .Annots()
          ?.push(context.obj({ Type: 'Annot', Subtype: 'Link', A: { S: 'Launch', F: PDFString.of('x') } }));
      },
    ],
    [
      'a bookmark with an action',
      ({ catalog, context }) => {
        catalog
          .lookup(PDFName.of('Outlines'), PDFDict)
          .set(PDFName.of('A'), context.obj({ S: 'JavaScript' }));
      },
    ],
    [
      'a picture',
      async (document, page) => {
        const dot =
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
        page.drawImage(await document.embedPng(dot));
      },
    ],
    [
      'words in another font',
      async (document, page) => {
        page.drawText('Ready', { font: await document.embedFont(StandardFonts.Helvetica) });
      },
    ],
    ['a second page', (document) => document.addPage()],
    [
      'a second content',
      ({ context }, page) => {
        const contents = page.node.get(PDFName.of('Contents'));
        const list = PDFArray.withContext(context);
        if (contents) list.push(contents);
        page.node.set(PDFName.of('Contents'), list);
      },
    ],
  ])('is refused with %s, though its words are right', async (_, alter) => {
    const document = await PDFDocument.load(honest, { updateMetadata: false });
    await alter(document, document.getPage(0));
    await expect(certificatePdf(await document.save({ useObjectStreams: false }), named())).rejects.toThrow(
      UntruePrint,
    );
  });

  it.each([
    ['no PDF', Buffer.from('<html>')],
    ['too long', Buffer.alloc(9 * 1024 * 1024)],
  ])('is refused when it is %s', async (_, printed) => {
    await expect(certificatePdf(printed, named())).rejects.toThrow(UntruePrint);
  });
});
