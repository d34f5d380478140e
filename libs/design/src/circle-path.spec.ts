import { circlePath } from './circle-path';

describe('the path of a circle', () => {
  it('deviates less than a thousandth of its radius', () => {
    const numbers = [...circlePath(3_140).matchAll(/-?\d+/g)].map(([number]) => Number(number));
    const [horizontal, vertical] = [0, 1].map((axis) =>
      numbers.slice(0, 8).filter((_, index) => index % 2 === axis),
    );
    for (const t of [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]) {
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
      const along = (points: readonly number[] = []): number =>
        points.reduce((sum, point, index) => sum + point * (weights[index] ?? 0), 0);
      expect(Math.abs(Math.hypot(along(horizontal), along(vertical)) / 3_140 - 1)).toBeLessThan(0.001);
    }
  });

  it('has the same curve for each quarter', () => {
    expect(circlePath(100)).toBe('M0-100C55-100 100-55 100 0S55 100 0 100-100 55-100 0-55-100 0-100Z');
  });
});
