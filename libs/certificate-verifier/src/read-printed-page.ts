import { type PrintedPage } from './check-printed-page';

/** A page as pdf.js has it. */
export interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
}

export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** What reads a PDF: pdf.js, a canvas and a decoder of QR codes, each as Node or the browser has it. */
export interface PdfReader<Page extends PdfPage> {
  /** Rejects when the bytes are no PDF. */
  pagesOf(pdf: Uint8Array): Promise<readonly Page[]>;
  draw(page: Page): Promise<Pixels>;
  /** Throws when there is no code in the picture. */
  decodeQR(image: Pixels, options: { readonly timeLimit: number }): string;
}

/** Large enough for the QR code of a certificate to be read. */
export const pixelsPerPoint = 2;
const decodeLimitMs = 60_000;

/** Reads the pages of a PDF as a person and a telephone do. Rejects when the bytes are no PDF. */
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

/** The parser ends a line only where text of about one size goes on below; any step down or up parts two words as well. */
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

/** Marks of structure stand between the texts. */
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
