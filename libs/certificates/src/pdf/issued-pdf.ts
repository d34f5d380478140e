import {
  bytesOutside,
  type Place,
  sealKey,
  sealLength,
  signedAttributes,
  signedData,
} from '@governance/certificate-verifier';
import { SignPdf, Signer } from '@signpdf/signpdf';
import { createHash } from 'node:crypto';
import { pdfDate } from './pdf-date';

export const emptySeal = ' '.repeat(sealLength);

/** Replaced when the document is signed. Of the length of a date. */
export const noDate = pdfDate(new Date(0));

/** Signs the documents of one certificate. */
export interface DocumentSigner {
  /** The issuer's X.509 certificate, in DER. */
  readonly x509: Uint8Array;
  /** The document seal for a digest (base64url of SHA-256). */
  seal(sha256: string): Promise<string>;
  /** ECDSA with SHA-256, as r and s. */
  ecdsa(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
}

/**
 * Seals and signs a document that was created with an `emptySeal` and an empty signature. The seal covers every byte except its
 * own and the digits of the signature. The signature covers every byte except its own digits, so also the seal.
 */
export async function issuedPdf(drawn: Uint8Array, signer: DocumentSigner, at: Date): Promise<Uint8Array> {
  const sealing = new SealingSigner(signer);
  const signed = await new SignPdf().sign(dated(drawn, at), sealing);
  writeSeal(signed, sealing.seal);
  return signed;
}

/** Called with the bytes that the signature covers, before the seal among them is made. */
class SealingSigner extends Signer {
  seal = '';

  constructor(private readonly signer: DocumentSigner) {
    super();
  }

  override async sign(covered: Buffer): Promise<Buffer> {
    const { x509 } = this.signer;
    const sealed = bytesOutside(covered, [sealPlaceIn(covered)]);
    this.seal = await this.signer.seal(sha256(sealed).toString('base64url'));
    writeSeal(covered, this.seal);
    const attributes = signedAttributes({ message: sha256(covered), certificate: sha256(x509) });
    const signature = this.signer.ecdsa(attributes);
    return Buffer.from(signedData({ certificate: x509, attributes, signature }));
  }
}

function writeSeal(document: Buffer, seal: string): void {
  if (seal.length > sealLength) throw new Error('The seal is longer than its place in the document');
  document.write(seal.padEnd(sealLength), sealPlaceIn(document).from, 'latin1');
}

const sealOpening = `/${sealKey} (`;

/** As a verifier finds it, but without a copy of the bytes as text. */
function sealPlaceIn(document: Buffer): Place {
  const at = document.indexOf(sealOpening, 0, 'latin1');
  if (at < 0 || document.includes(sealOpening, at + 1, 'latin1'))
    throw new Error('The document has no single place for a seal');
  const from = at + sealOpening.length;
  return { from, to: from + sealLength };
}

function dated(drawn: Uint8Array, at: Date): Buffer {
  const document = Buffer.from(drawn);
  const place = document.indexOf(`/M (${noDate})`);
  if (place < 0) throw new Error('The document has no place for a signature');
  document.write(`/M (${pdfDate(at)})`, place, 'latin1');
  return document;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
