// What browsers bring to the verdict on a certificate.
import { ed25519 } from '@noble/curves/ed25519.js';
import { readPrintedPage } from '@governance/certificate-verifier';
// Bundled: a worker would be a second file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { decodeQR } from 'qr/decode.js';
import { config } from 'zod';

// The policy of the pages allows no code made from text, which the validator would otherwise try.
config({ jitless: true });

const subtle = globalThis.crypto.subtle;
const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const hmac = { name: 'HMAC', hash: 'SHA-256' };

const reader = {
  async pagesOf(pdf) {
    // The parser takes ownership of the bytes, so it gets a copy. The page contains everything and loads nothing.
    const options = { useWasm: false, useWorkerFetch: false, useSystemFonts: false, verbosity: 0 };
    const { numPages, getPage } = await getDocument({ data: pdf.slice(), ...options }).promise.then(
      (file) => ({
        numPages: file.numPages,
        getPage: (number) => file.getPage(number),
      }),
    );
    return Promise.all(Array.from({ length: numPages }, (_, index) => getPage(index + 1)));
  },
  async draw(page) {
    const viewport = page.getViewport({ scale: 2 });
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.ceil(viewport.width),
      height: Math.ceil(viewport.height),
    });
    await page.render({ canvas, viewport }).promise;
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  },
  decodeQR,
};

export const browserPrimitives = {
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  async hmacSha256(key, bytes) {
    const imported = await subtle.importKey('raw', key, hmac, false, ['sign']);
    return new Uint8Array(await subtle.sign(hmac, imported, bytes));
  },
  // Not by the browser: Chrome has Ed25519 since version 137.
  verifyEd25519: async (publicKey, { signed, signature }) =>
    ed25519.verify(signature, signed, publicKey, { zip215: false }),
  async verifyEcdsa(key, { signature, signed }) {
    const imported = await subtle.importKey('jwk', key, p256, false, ['verify']);
    return subtle.verify(p256, imported, signature, signed);
  },
  async gunzip(bytes, limit) {
    const chunks = [];
    let length = 0;
    // Older browsers cannot iterate over a stream.
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let read = await stream.read(); !read.done; read = await stream.read()) {
      length += read.value.length;
      if (length > limit) throw new Error('The list is too long');
      chunks.push(read.value);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  },
  domainToASCII(domain) {
    try {
      return new URL(`http://${domain}`).hostname;
    } catch {
      return '';
    }
  },
  readPage: (pdf) => readPrintedPage(pdf, reader),
};
