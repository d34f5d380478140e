import { pixelsPerPoint, qrCodeIn, textOf } from '@governance/certificate-verifier';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { decodeQR } from 'qr/decode.js';

/** What a reader and a screen reader find in a PDF. */
export interface PdfReading {
  readonly pages: number;
  /** The text of all pages in reading order, with single spaces. */
  readonly text: string;
  readonly title: string;
  readonly language: string;
  /** The structure elements of a tagged PDF in reading order ("H1", "Table", "Figure"); empty when it has no tags. */
  readonly roles: readonly string[];
  /** The text alternatives of its figures. */
  readonly figures: readonly string[];
}

type StructNode = Awaited<ReturnType<PDFPageProxy['getStructTree']>>;

/** Rejects when the bytes are no PDF. */
export async function withPdf<Result>(
  bytes: Uint8Array,
  read: (document: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  // The parser takes the bytes for itself, so it gets a copy.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  try {
    return await read(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** Reads a PDF as its readers do. Rejects when the bytes are no PDF. */
export function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  return withPdf(bytes, async (document) => {
    const pages = await pagesOf(document);
    const nodes = (await Promise.all(pages.map((page) => page.getStructTree()))).flatMap(flatten);
    return {
      pages: pages.length,
      text: await documentText(pages),
      ...(await information(document)),
      roles: nodes.map(({ role }) => role),
      figures: nodes.filter(({ role }) => role === 'Figure').map(({ alt = '' }) => alt),
    };
  });
}

/** What the QR code on each page says, where there is one: takes a second for each page. */
export function readQrCodes(bytes: Uint8Array): Promise<string[]> {
  return withPdf(bytes, async (document) => {
    const codes = await Promise.all((await pagesOf(document)).map(qrCodeOf));
    return codes.filter((code) => code !== undefined);
  });
}

export function readPdfText(bytes: Uint8Array): Promise<string> {
  return withPdf(bytes, async (document) => documentText(await pagesOf(document)));
}

function pagesOf(document: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  return Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));
}

async function documentText(pages: readonly PDFPageProxy[]): Promise<string> {
  return (await Promise.all(pages.map(textOf))).join(' ').replace(/\s+/g, ' ').trim();
}

async function information(document: PDFDocumentProxy): Promise<{ title: string; language: string }> {
  const { info } = await document.getMetadata();
  const { Title: title = '', Language: language = '' } = info as { Title?: string; Language?: string | null };
  return { title, language: language ?? '' };
}

function flatten(node: StructNode | null): (StructNode & { readonly alt?: string })[] {
  if (node === null) return [];
  return [node, ...node.children.flatMap((child) => ('role' in child ? flatten(child) : []))];
}

async function qrCodeOf(page: PDFPageProxy): Promise<string | undefined> {
  const viewport = page.getViewport({ scale: pixelsPerPoint });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  await page.render({ canvas: null, canvasContext: context, viewport }).promise;
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  // Jest gives every spec its own Uint8ClampedArray, and the decoder insists on it.
  return qrCodeIn({ data: new Uint8ClampedArray(data), width, height }, { decodeQR });
}
