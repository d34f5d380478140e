import { KeyRefused } from './key-refused';

/** Twice the size of an 8192-bit RSA key in a certificate with many extensions. */
const longestText = 16_384;
const block = /^-----BEGIN ([A-Z0-9# ]+)-----\n((?:[A-Za-z0-9+/=]+\n)+)-----END ([A-Z0-9# ]+)-----$/;

/** The accepted kinds of PEM blocks. */
export type PemLabel = 'PUBLIC KEY' | 'CERTIFICATE';

/** One block of PEM text, decoded. */
export interface PemBlock {
  readonly label: PemLabel;
  readonly der: Uint8Array;
}

/**
 * Reads exactly one PEM block (RFC 7468), with only white space before and after it. Lines end in LF or CRLF and may have
 * any length. Stricter than Node's decoder, which skips unknown content. Throws `KeyRefused`.
 */
export function readPem(text: string): PemBlock {
  if (text.length > longestText) throw new KeyRefused(`must have at most ${longestText} characters`);
  if (/PRIVATE KEY/i.test(text))
    throw new KeyRefused('must be a public key: a private key must not leave its owner');
  if (text.split('-----BEGIN').length > 2) throw new KeyRefused('must be a single PEM block');
  const [, begin, body, end] =
    block.exec(text.replaceAll('\r\n', '\n').replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '')) ?? [];
  if (begin === undefined || body === undefined || begin !== end) {
    throw new KeyRefused('must be one PEM block, whole and undamaged');
  }
  return { label: labelOf(begin), der: decode(body.replaceAll('\n', '')) };
}

function labelOf(label: string): PemLabel {
  if (label === 'PUBLIC KEY' || label === 'CERTIFICATE') return label;
  throw new KeyRefused('must be a PEM block labelled PUBLIC KEY (SPKI) or CERTIFICATE');
}

/** Canonical base64 only: with padding, and without unused bits. */
function decode(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) throw new KeyRefused('must be a PEM block of undamaged base64');
  return bytes;
}
