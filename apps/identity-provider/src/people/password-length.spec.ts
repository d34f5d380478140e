import { isPassword } from './password-length';

describe('a password', () => {
  it.each([15, 64, 256])('may have %i characters', (length) => {
    expect(isPassword('x'.repeat(length))).toBe(true);
  });

  it.each([0, 14, 257])('may not have %i characters', (length) => {
    expect(isPassword('x'.repeat(length))).toBe(false);
  });

  it('is a text', () => {
    expect(isPassword(['x'.repeat(15)])).toBe(false);
  });
});
