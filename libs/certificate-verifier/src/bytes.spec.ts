import fc from 'fast-check';
import { canonicalBytes, latin1 } from './bytes';

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

describe('canonicalBytes', () => {
  it('reads what an encoder writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(canonicalBytes(encoded(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(['', 'AB', 'AA==', 'A+', 'A/', ' AAAA', 'AAAA\n', 'A', 'é'])('refuses %j', (text) => {
    expect(canonicalBytes(text)).toBeUndefined();
  });

  it('refuses every other encoding of the same bytes', () => {
    expect(Buffer.from('AB', 'base64url')).toEqual(Buffer.from('AA', 'base64url'));
    expect(canonicalBytes('AA')).toEqual(new Uint8Array([0]));
  });
});

describe('latin1', () => {
  it('keeps the position of every byte in a file of any length', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    expect(latin1(bytes)).toBe(Buffer.from(bytes).toString('latin1'));
  });
});
