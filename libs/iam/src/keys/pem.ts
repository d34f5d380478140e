import { KeyRefused } from './key-refused';

/** An RSA key of 8192 bits in a certificate of many extensions has half of this. */
const longestText = 16_384;
const block = /^-----BEGIN ([A-Z0-9# ]+)-----\n((?:[A-Za-z0-9+/=]+\n)+)-----END ([A-Z0-9# ]+)-----$/;

/** What a PEM block may hold. */
export type PemLabel = 'PUBLIC KEY' | 'CERTIFICATE';

/** One block of PEM text, decoded. */
export interface PemBlock {
  readonly label: PemLabel;
  readonly der: Uint8Array;
}

/**
 * Reads exactly one PEM block (RFC 7468), with nothing before or after it but white space. Lines end in LF or CRLF and may
 * have any length. Stricter than the platform's decoder, which skips what it does not understand. Throws `KeyRefused`.
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

/** Canonical base64 only: with its padding, and without bits that say nothing. */
function decode(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) throw new KeyRefused('must be a PEM block of undamaged base64');
  return bytes;
}
