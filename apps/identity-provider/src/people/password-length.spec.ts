import { isPassword } from './password-length';

describe('a password', () => {
  it.each([15, 64, 256])('may have %i characters § V6.2.9', (length) => {
    expect(isPassword('x'.repeat(length))).toBe(true);
  });

  it.each([0, 14, 257])('may not have %i characters § V6.2.1', (length) => {
    expect(isPassword('x'.repeat(length))).toBe(false);
  });

  it('is a text', () => {
    expect(isPassword(['x'.repeat(15)])).toBe(false);
  });
});
