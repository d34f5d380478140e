import { type KeyObject, sign } from 'node:crypto';

/** The bytes of a number of P-256. */
const width = 32;

/** A signature as JOSE wants it (RFC 7518, 3.4). */
export function signEs256(key: KeyObject, data: Uint8Array): Buffer {
  return rawSignature(sign('sha256', data, key));
}

/**
 * Two numbers side by side, out of the DER that OpenSSL makes. Node converts too (`dsaEncoding`), and takes as long for it
 * as for the signature itself.
 */
export function rawSignature(der: Buffer): Buffer {
  const raw = Buffer.alloc(2 * width);
  // A sequence of two integers, each behind two bytes, the second of which is its length.
  const endOfFirst = 4 + der.readUInt8(3);
  putNumber(raw.subarray(0, width), der.subarray(4, endOfFirst));
  putNumber(raw.subarray(width), der.subarray(endOfFirst + 2));
  return raw;
}

/** DER leaves leading zeros out, and puts one before a number that would pass for a negative one. */
function putNumber(place: Buffer, number: Buffer): void {
  const digits = number.subarray(-width);
  place.set(digits, width - digits.length);
}
