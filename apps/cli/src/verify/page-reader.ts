import {
  type PdfReader,
  pixelsPerPoint,
  type Primitives,
  readPrintedPage,
} from '@governance/certificate-verifier';
import type * as canvas from '@napi-rs/canvas';
import type * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { decodeQR } from 'qr/decode.js';

type ReadPage = NonNullable<Primitives['readPage']>;
/** The packages that draw pages: large and native, so they are not part of this program. */
type Packages = readonly [typeof pdfjs, typeof canvas];

/** Undefined if the packages are not installed beside this program. If they are, but do not run here, no page can be read. */
export async function pageReader(
  load: () => Promise<Packages> = installedPackages,
): Promise<ReadPage | undefined> {
  try {
    const packages = await load();
    return (pdf) => readPage(pdf, packages);
  } catch (error) {
    return isMissing(error)
      ? undefined
      : () => Promise.reject(new Error('pdfjs-dist does not run', { cause: error }));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

function installedPackages(): Promise<Packages> {
  return Promise.all([import('pdfjs-dist/legacy/build/pdf.mjs'), import('@napi-rs/canvas')]);
}

async function readPage(
  pdf: Uint8Array,
  [{ getDocument }, { createCanvas }]: Packages,
): ReturnType<ReadPage> {
  // The parser takes the bytes for itself, so it gets a copy.
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const reader: PdfReader<pdfjs.PDFPageProxy> = {
    pagesOf: async () => {
      const document = await task.promise;
      return Promise.all(
        Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)),
      );
    },
    draw: async (page) => {
      const viewport = page.getViewport({ scale: pixelsPerPoint });
      const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
      const context = canvas.getContext('2d');
      await page.render({ canvas: null, canvasContext: context, viewport }).promise;
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      // The decoder accepts only the array type of its own realm.
      return { data: new Uint8ClampedArray(data), width, height };
    },
    decodeQR,
  };
  try {
    return await readPrintedPage(pdf, reader);
  } finally {
    await task.destroy();
  }
}
