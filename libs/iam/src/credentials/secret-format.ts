import { createHash } from 'node:crypto';

/** The prefix of every secret, so that scanners find leaked ones. */
const prefix = 'gmc_';
const secretBytes = 32;
/** 62^43 > 2^256, and 62^6 > 2^32. */
const [bodyLength, checksumLength] = [43, 6];
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const format = new RegExp(`^${prefix}[0-9A-Za-z]{${bodyLength + checksumLength}}$`);

/**
 * A secret of 256 bits: `gmc_`, 43 base-62 digits, and 6 checksum digits. Letters and digits only: it survives form
 * encoding, and a double click selects all of it. Throws `RangeError` unless `random` has 32 bytes.
 */
export function formatSecret(random: Uint8Array): string {
  if (random.length !== secretBytes) throw new RangeError(`a secret is made of ${secretBytes} random bytes`);
  const body = prefix + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), bodyLength);
  return body + checksumOf(body);
}

/** Whether a text has the format and checksum of a secret. A false positive has a probability of one in four billion. */
export function looksLikeSecret(text: string): boolean {
  return format.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));
}

/** The first 32 bits of the SHA-256 of the preceding characters. */
function checksumOf(text: string): string {
  return base62(BigInt(createHash('sha256').update(text).digest().readUInt32BE()), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}
