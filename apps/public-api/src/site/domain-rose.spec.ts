import { type DomainScore } from '@governance/rubric';
import { domainRose } from './domain-rose';

function domain(score: number, weight: number): DomainScore {
  return { id: 'd', title: 'D', score, weight, belowFloor: score < 40 };
}

/** The radius and the angle of each filled sector, from its path. */
function sectorsOf(svg: string): { radius: number; share: number }[] {
  return [...svg.matchAll(/class="sector[^"]*" d="M0 0L(\S+) (\S+)A(\S+) \S+ 0 0 1 (\S+) (\S+)Z"/g)].map(
    (match) => {
      const [x1 = 0, y1 = 0, radius = 0, x2 = 0, y2 = 0] = match.slice(1).map(Number);
      const turn = Math.atan2(x2, -y2) - Math.atan2(x1, -y1);
      return { radius, share: ((turn + 2 * Math.PI) % (2 * Math.PI)) / (2 * Math.PI) };
    },
  );
}

describe('domainRose', () => {
  const scores = [
    domain(100, 14),
    domain(66, 14),
    domain(33, 16),
    domain(43, 14),
    domain(23, 10),
    domain(66, 32),
  ];

  it('fills as much of the disc as the overall score', () => {
    const area = sectorsOf(domainRose(scores)).reduce(
      (sum, { radius, share }) => sum + share * radius ** 2,
      0,
    );
    const overall = scores.reduce((sum, { score, weight }) => sum + (score * weight) / 100, 0);
    expect((area / 100 ** 2) * 100).toBeCloseTo(overall, 0);
  });

  it('gives every domain a sector as wide as its weight, and its number', () => {
    const svg = domainRose(scores);
    expect(sectorsOf(svg).map(({ share }) => Math.round(share * 100))).toEqual([14, 14, 16, 14, 10, 32]);
    expect([...svg.matchAll(/>(\d)<\/text>/g)].map(([, number]) => number)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
  });

  it('hatches domains below the floor, so that the colour is not needed', () => {
    expect(domainRose(scores).match(/url\(#hatch\)/g)).toHaveLength(2);
    expect(domainRose([domain(40, 1), domain(90, 1)])).not.toContain('url(#hatch)');
  });

  it('draws nothing for a score of 0', () => {
    expect(sectorsOf(domainRose([domain(0, 50), domain(100, 50)])).map(({ radius }) => radius)).toEqual([
      0, 100,
    ]);
  });
});
