import { type PrintedPage } from './check-printed-page';

/** A page of pdf.js. */
export interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
}

export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The PDF reader: pdf.js, a canvas and a QR code decoder, from Node or the browser. */
export interface PdfReader<Page extends PdfPage> {
  /** Rejects when the bytes are not a PDF. */
  pagesOf(pdf: Uint8Array): Promise<readonly Page[]>;
  draw(page: Page): Promise<Pixels>;
  /** Throws when the picture contains no QR code. */
  decodeQR(image: Pixels, options: { readonly timeLimit: number }): string;
}

/** Large enough to decode the QR code of a certificate. */
export const pixelsPerPoint = 2;
const decodeLimitMs = 60_000;

/** Reads the text and QR codes of a PDF's pages. Rejects when the bytes are not a PDF. */
export async function readPrintedPage<Page extends PdfPage>(
  pdf: Uint8Array,
  reader: PdfReader<Page>,
): Promise<PrintedPage> {
  const pages = await reader.pagesOf(pdf);
  const texts = await Promise.all(pages.map(textOf));
  const codes = await Promise.all(pages.map(async (page) => qrCodeIn(await reader.draw(page), reader)));
  return {
    pages: pages.length,
    text: texts.join(' ').replace(/\s+/g, ' ').trim(),
    qrCodes: codes.filter((code) => code !== undefined),
  };
}

/** The parser ends a line only before text of similar size below it. Any other vertical move separates words as well. */
export async function textOf(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent();
  let text = '';
  let height: unknown;
  for (const item of items) {
    if (!isText(item)) continue;
    text += item.transform[5] === height ? item.str : ` ${item.str}`;
    height = item.transform[5];
  }
  return text;
}

/** Structure marks appear between the texts. */
function isText(item: object): item is { readonly str: string; readonly transform: readonly unknown[] } {
  return 'str' in item;
}

export function qrCodeIn(
  image: Pixels,
  { decodeQR }: Pick<PdfReader<PdfPage>, 'decodeQR'>,
): string | undefined {
  try {
    return decodeQR(image, { timeLimit: decodeLimitMs });
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return undefined;
  }
}
