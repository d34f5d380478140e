import { type Goal, isLost, verdictOf } from './goal';

const spread = (median: number, stray: number) => ({
  median,
  p10: median - stray,
  p90: median + stray,
  rounds: 14,
});
const goal = (bound: Goal['bound'], value: number): Goal => ({
  name: 'cpu',
  against: 'Express',
  bound,
  value,
  unit: '',
});

describe('a goal', () => {
  it('is met at its bound, and missed beyond', () => {
    expect(verdictOf(goal('at most', 1.1), spread(1.1, 0.2))).toBe('met');
    expect(verdictOf(goal('at most', 1.1), spread(1.11, 0.2))).toBe('missed');
    expect(verdictOf(goal('at least', 10), spread(10, 1))).toBe('met');
    expect(verdictOf(goal('at least', 10), spread(9.9, 1))).toBe('missed');
  });

  it('is lost only when it is missed by more than the figure spreads, in either run', () => {
    const atMost = goal('at most', 1);
    expect(isLost(atMost, { before: spread(0.9, 0.1), now: spread(1.09, 0.05) })).toBe(false);
    expect(isLost(atMost, { before: spread(0.9, 0.05), now: spread(1.09, 0.1) })).toBe(false);
    expect(isLost(atMost, { before: spread(0.9, 0.05), now: spread(1.09, 0.05) })).toBe(true);
    const atLeast = goal('at least', 10);
    expect(isLost(atLeast, { before: spread(12, 1), now: spread(9.1, 0.5) })).toBe(false);
    expect(isLost(atLeast, { before: spread(12, 1), now: spread(8.9, 0.5) })).toBe(true);
  });
});
