import { createHash } from 'node:crypto';

/** What every secret begins with, so that a scanner finds one that leaked. */
const prefix = 'gmc_';
const secretBytes = 32;
/** 62^43 > 2^256, and 62^6 > 2^32. */
const [bodyLength, checksumLength] = [43, 6];
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const format = new RegExp(`^${prefix}[0-9A-Za-z]{${bodyLength + checksumLength}}$`);

/**
 * A secret of 256 bits: `gmc_`, 43 digits of base 62, and 6 that check them. Letters and digits only: it survives form
 * encoding, and a double click takes all of it. Throws `RangeError` unless it is given 32 random bytes.
 */
export function formatSecret(random: Uint8Array): string {
  if (random.length !== secretBytes) throw new RangeError(`a secret is made of ${secretBytes} random bytes`);
  const body = prefix + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), bodyLength);
  return body + checksumOf(body);
}

/** Whether a text is a secret of ours, by its form and its checksum alone: one chance in four thousand million to be wrong. */
export function looksLikeSecret(text: string): boolean {
  return format.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));
}

/** The first 32 bits of the SHA-256 of everything before. */
function checksumOf(text: string): string {
  return base62(BigInt(createHash('sha256').update(text).digest().readUInt32BE()), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}
