import { generateKeyPairSync, verify } from 'node:crypto';
import { rawSignature, signEs256 } from './es256';

/** An integer of DER. */
function integer(...bytes: number[]): number[] {
  return [2, bytes.length, ...bytes];
}

describe('an ES256 signature', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;

  it('is what verifiers of JOSE expect, whichever numbers it happens to hold', () => {
    // One number in 256 begins with a byte of zeros, and half of them have one in front.
    for (let count = 0; count < 1_000; count++) {
      const data = Buffer.from(`statement ${count}`);
      const signature = signEs256(privateKey, data);
      expect(signature).toHaveLength(64);
      expect(verify('sha256', data, key, signature)).toBe(true);
    }
  });

  it('is not that of another statement', () => {
    const signature = signEs256(privateKey, Buffer.from('one'));
    expect(verify('sha256', Buffer.from('other'), key, signature)).toBe(false);
  });

  it('has both numbers at their full width', () => {
    const [long, short] = [Array.from({ length: 32 }, () => 0xff), [0x7f]];
    const zeros = Array.from({ length: 31 }, () => 0);
    const both = [...integer(0, ...long), ...integer(...short)];
    const raw = rawSignature(Buffer.from([0x30, both.length, ...both]));
    expect([...raw]).toEqual([...long, ...zeros, ...short]);
  });
});
