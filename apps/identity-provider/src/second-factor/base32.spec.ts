import { randomBytes } from 'node:crypto';
import { fromBase32, toBase32 } from './base32';

// RFC 4648, 10.
const vectors: readonly [string, string][] = [
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
];

describe('base32', () => {
  it.each(vectors)('writes %j as %j, and reads it', (text, spelled) => {
    expect(toBase32(Buffer.from(text))).toBe(spelled);
    expect(fromBase32(spelled)?.toString()).toBe(text);
    expect(fromBase32(spelled.toLowerCase())?.toString()).toBe(text);
  });

  it('reads back what it wrote', () => {
    for (let length = 0; length < 40; length += 1) {
      const bytes = randomBytes(length);
      expect(fromBase32(toBase32(bytes))).toEqual(bytes);
    }
  });

  it.each(['MZXW6===', 'M0XW6', 'MZXW 6', 'MZXW1'])('reads no %j', (text) => {
    expect(fromBase32(text)).toBeUndefined();
  });
});
