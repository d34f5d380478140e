import { scoreScale } from './score-scale';

const reached = (score: number): number => scoreScale(score).split('"reached"').length - 1;

describe('scoreScale', () => {
  it.each([
    [0, 0],
    [1, 1],
    [50, 26],
    [71, 36],
    [99, 50],
    [100, 51],
  ])('marks a score of %i with %i of 51 ticks', (score, ticks) => {
    expect(reached(score)).toBe(ticks);
  });

  it('is hidden from readers who are told the number', () => {
    expect(scoreScale(50)).toContain('aria-hidden="true"');
  });
});
