import { dayInWords, type ReviewPack, ReviewPackRenderer } from '@governance/assessments';
import { productName } from '@governance/design';
import { PDFHeader } from '@cantoo/pdf-lib';
import { PdfEditor } from '../pdf/pdf-editor';
import { printedDocument } from '../pdf/printed-document';
import { checkPrintedReport, type ReportSheet, unescaped } from '../pdf/printed-report';
import { printedText } from '../pdf/printed-text';
import { type PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import { reviewPackContent } from '../review-pack-content';

/** As its style sheet has it. */
const sheet: ReportSheet = { footer: 'Review pack: made from a self-assessment. Not a certificate.' };

/** Prints packs with the browser that prints certificates. A pack has no seal, no signature and no attachment. */
export class PuppeteerReviewPackRenderer extends ReviewPackRenderer {
  constructor(private readonly browser: Pick<PuppeteerCertificateRenderer, 'printDocument'>) {
    super();
  }

  render(pack: ReviewPack): Promise<Uint8Array> {
    const content = reviewPackContent(pack);
    return this.browser.printDocument(content, (printed) => packPdf(printed, content.markup, pack));
  }
}

/** What Chromium has tagged, with what PDF/UA-1 requires besides: metadata, described links, marked decoration. */
async function packPdf(
  printed: Uint8Array,
  markup: string,
  { client, result: { createdAt } }: ReviewPack,
): Promise<Uint8Array> {
  const links = [...markup.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => unescaped(link));
  const document = await printedDocument(printed, links);
  checkPrintedReport(document.getPages().map(printedText), markup, sheet);
  document.context.header = PDFHeader.forVersion(1, 7);
  const editor = new PdfEditor(document);
  editor.describe(
    {
      title: `Review of ${client.name ?? client.reference ?? 'a client'}, assessed on ${dayInWords(createdAt)}`,
      author: productName,
      subject: 'Made from a self-assessment. Not a certificate',
      language: 'en',
      creator: productName,
      producer: `${productName}, with Skia/PDF`,
      date: createdAt,
    },
    'accessible',
  );
  document.setLanguage('en');
  document.catalog.getOrCreateViewerPreferences().setDisplayDocTitle(true);
  editor.describeLinks(new Map(links.map((link) => [link, `Evidence at ${link}`])));
  editor.markArtifacts();
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}
