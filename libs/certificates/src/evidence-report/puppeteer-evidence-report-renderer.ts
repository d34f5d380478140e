import { dayInWords, type EvidenceReport, EvidenceReportRenderer } from '@governance/assessments';
import { productName } from '@governance/design';
import { printedDocument } from '../pdf/printed-document';
import { checkPrintedReport, type ReportSheet, unescaped } from '../pdf/printed-report';
import { printedText } from '../pdf/printed-text';
import { type PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import { evidenceReportContent } from '../evidence-report-content';

/** As its style sheet has it. */
const sheet: ReportSheet = {
  footer: 'Evidence report: statements of the holder, not checked. Not a certificate.',
  repeated: { title: 'Questions without evidence', columns: 'No. Question Answer' },
};

/** Prints reports with the browser that prints certificates. A report has no seal, no signature and no attachment. */
export class PuppeteerEvidenceReportRenderer extends EvidenceReportRenderer {
  constructor(private readonly browser: Pick<PuppeteerCertificateRenderer, 'printDocument'>) {
    super();
  }

  render(report: EvidenceReport): Promise<Uint8Array> {
    const content = evidenceReportContent(report);
    return this.browser.printDocument(content, (printed) => reportPdf(printed, content.markup, report));
  }
}

async function reportPdf(
  printed: Uint8Array,
  markup: string,
  { result }: EvidenceReport,
): Promise<Uint8Array> {
  const links = [...markup.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => unescaped(link));
  const document = await printedDocument(printed, links);
  checkPrintedReport(document.getPages().map(printedText), markup, sheet);
  // Chromium names it after the shell, which is that of certificates.
  document.setTitle(`Evidence report on a self-assessment of ${dayInWords(result.createdAt)}`, {
    showInWindowTitleBar: true,
  });
  document.setSubject('Statements of the holder, not checked. Not a certificate');
  document.setAuthor('The holder of the self-assessment');
  document.setLanguage('en');
  document.setCreator(productName);
  document.setProducer(`${productName}, with Skia/PDF`);
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}
