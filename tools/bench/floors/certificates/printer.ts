import { type PDFOptions } from 'puppeteer';

/** Makes PDFs of documents with Puppeteer, as one would. */
export interface Printer {
  print(document: string): Promise<Uint8Array>;
  end(): Promise<void>;
}

/** As a certificate is printed: tagged, in the size that it names. */
export const paper: PDFOptions = {
  preferCSSPageSize: true,
  printBackground: true,
  tagged: true,
  outline: true,
};
