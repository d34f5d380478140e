import { type TierName, tierMarkSvg, tierStyles } from './index';

const names = Object.keys(tierStyles) as TierName[];

describe('a tier', () => {
  it.each(names)('%s has a shape that no other tier has', (tier) => {
    const filled = (svg: string): number => svg.split('fill="currentColor"').length - 1;
    expect(filled(tierMarkSvg(tier))).toBe(tierStyles[tier].step);
    expect(new Set(names.map((name) => filled(tierMarkSvg(name)))).size).toBe(names.length);
  });

  it('hides its mark from screen readers, because its name is next to it', () => {
    expect(tierMarkSvg('Ready')).toContain('aria-hidden="true"');
  });
});
