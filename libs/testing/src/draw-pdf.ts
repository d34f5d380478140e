import { createCanvas } from '@napi-rs/canvas';
import { withPdf } from './read-pdf';

const pixelsPerPoint = 2;

/** The first page of a PDF as a PNG, for people to look at. Rejects when the bytes are no PDF. */
export function drawPdf(bytes: Uint8Array): Promise<Uint8Array> {
  return withPdf(bytes, async (document) => {
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: pixelsPerPoint });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await page.render({ canvas: null, canvasContext: canvas.getContext('2d'), viewport }).promise;
    return canvas.toBuffer('image/png');
  });
}
