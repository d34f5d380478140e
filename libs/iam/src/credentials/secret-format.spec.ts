import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { formatSecret, looksLikeSecret } from './secret-format';

const random = fc.uint8Array({ minLength: 32, maxLength: 32 });
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('formatSecret', () => {
  it('has a prefix, 43 digits and 6 checksum digits for all random bytes', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const secret = formatSecret(bytes);
        expect(secret).toMatch(/^gmc_[0-9A-Za-z]{49}$/);
        expect(encodeURIComponent(secret)).toBe(secret);
        expect(looksLikeSecret(secret)).toBe(true);
      }),
    );
  });

  it('loses nothing of the 256 bits § V11.5.1', () => {
    const valueOf = (secret: string): bigint =>
      Array.from(secret.slice(4, 47)).reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);
    fc.assert(
      fc.property(random, (bytes) => {
        expect(valueOf(formatSecret(bytes))).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
      }),
    );
  });

  it('is the same for ever: scanners and leaked secrets outlive a release', () => {
    expect(formatSecret(new Uint8Array(32).fill(7))).toBe(
      'gmc_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF11ddO7E',
    );
  });

  it.each([0, 16, 31, 33])('refuses %d bytes', (length) => {
    expect(() => formatSecret(new Uint8Array(length))).toThrow(RangeError);
  });
});

describe('looksLikeSecret', () => {
  it('knows a secret in which one character was changed', () => {
    fc.assert(
      fc.property(random, fc.nat(52), fc.constantFrom(...Array.from(digits)), (bytes, at, digit) => {
        const secret = formatSecret(bytes);
        const changed = secret.slice(0, at) + digit + secret.slice(at + 1);
        expect(looksLikeSecret(changed)).toBe(changed === secret);
      }),
      { numRuns: propertyRuns },
    );
  });

  it('takes no random text for one', () => {
    const body = fc.string({ unit: fc.constantFrom(...Array.from(digits)), minLength: 49, maxLength: 49 });
    fc.assert(
      fc.property(body, (text) => {
        expect(looksLikeSecret(`gmc_${text}`)).toBe(false);
      }),
      { numRuns: propertyRuns },
    );
  });

  it.each(['', 'gmc_', ' '])('refuses a secret with %j around it or nothing else', (text) => {
    const secret = formatSecret(new Uint8Array(32));
    expect([looksLikeSecret(text), looksLikeSecret(`${secret}\n`), looksLikeSecret(` ${secret}`)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
