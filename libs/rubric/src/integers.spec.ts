import fc from 'fast-check';
import { divideDown } from './integers';

describe('divideDown', () => {
  it('is the exact whole part, up to the largest safe numbers', () => {
    const dividends = fc.maxSafeNat();
    const divisors = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(dividends, divisors, (dividend, divisor) => {
        expect(BigInt(divideDown(dividend, divisor))).toBe(BigInt(dividend) / BigInt(divisor));
      }),
    );
  });
});
