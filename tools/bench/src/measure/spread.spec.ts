import { isSteady, median, pairedRatios, percentile, spreadOf } from './spread';

describe('a percentile', () => {
  it('interpolates between neighbours, for any order of the values', () => {
    expect(percentile([30, 10, 20, 40], 0.5)).toBe(25);
    expect(percentile([30, 10, 20, 40, 50], 0.1)).toBeCloseTo(14);
    expect(percentile([30, 10, 20], 0)).toBe(10);
    expect(percentile([30, 10, 20], 1)).toBe(30);
    expect(median([7])).toBe(7);
  });

  it('is not invented without values', () => {
    expect(() => percentile([], 0.5)).toThrow('no values');
  });
});

describe('a spread', () => {
  it('is median, p10 and p90 of the rounds', () => {
    const rounds = Array.from({ length: 11 }, (_, round) => round);
    expect(spreadOf(rounds)).toEqual({ median: 5, p10: 1, p90: 9, rounds: 11 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses a round of %p', (figure) => {
    expect(() => spreadOf([1, figure])).toThrow('no number');
  });
});

describe('paired ratios', () => {
  it('compare within a round: slowing both sides changes nothing', () => {
    expect(pairedRatios([2, 20, 6], [1, 10, 3])).toEqual([2, 2, 2]);
  });

  it('need both sides of every round', () => {
    expect(() => pairedRatios([1, 2], [1])).toThrow('both sides');
  });
});

it.each([
  [0.94, false],
  [0.95, true],
  [1.08, true],
  [1.09, false],
])('a reference that is %p of itself is steady: %p', (ratio, expected) => {
  expect(isSteady(spreadOf([ratio]))).toBe(expected);
});
