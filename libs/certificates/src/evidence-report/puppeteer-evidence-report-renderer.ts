import { dayInWords, type EvidenceReport, EvidenceReportRenderer } from '@governance/assessments';
import { productName } from '@governance/design';
import { PDFDocument } from '@cantoo/pdf-lib';
import { type PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import { evidenceReportContent } from '../evidence-report-content';

/** Prints reports with the browser that prints certificates. A report has no seal, no signature and no attachment. */
export class PuppeteerEvidenceReportRenderer extends EvidenceReportRenderer {
  constructor(private readonly browser: Pick<PuppeteerCertificateRenderer, 'printContent'>) {
    super();
  }

  async render(report: EvidenceReport): Promise<Uint8Array> {
    const printed = await this.browser.printContent(evidenceReportContent(report));
    const document = await PDFDocument.load(printed, { updateMetadata: false });
    const { createdAt } = report.result;
    // Chromium names it after the shell, which is that of certificates.
    document.setTitle(`Evidence report on a self-assessment of ${dayInWords(createdAt)}`, {
      showInWindowTitleBar: true,
    });
    document.setSubject('Statements of the holder, not checked. Not a certificate');
    document.setAuthor('The holder of the self-assessment');
    document.setLanguage('en');
    document.setCreator(productName);
    document.setProducer(`${productName}, with Skia/PDF`);
    return document.save({ addDefaultPage: false, updateFieldAppearances: false });
  }
}
