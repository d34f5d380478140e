import { toHalfWidth } from './half-width';

describe('toHalfWidth', () => {
  it('maps every full-width form of an ASCII character, and only these', () => {
    const ascii = Array.from({ length: 94 }, (_, index) => String.fromCodePoint(0x21 + index)).join('');
    const wide = Array.from(ascii, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)).join(
      '',
    );
    expect(toHalfWidth(wide)).toBe(ascii);
    const others = '\u017f\u212a\u2460\ufb01\u30fc\u3000\uff00\uff5f\uff61\uff76';
    expect(toHalfWidth(ascii + others)).toBe(ascii + others);
  });
});
