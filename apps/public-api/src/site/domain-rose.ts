import { type DomainScore } from '@governance/rubric';

const radius = 100;
const rings = [20, 60, 80];

/**
 * The domain scores as a wind rose: each domain has a sector as wide as its weight, filled from the centre so that its area
 * is its score. The filled share of the disc is then the overall score. Numbers name the domains in the order of the list
 * beside it, which says the same in words: decorative.
 */
export function domainRose(scores: readonly DomainScore[], floor = 40): string {
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  let begin = -(scores[0]?.weight ?? 0) / total / 2;
  const sectors = scores.map(({ score, weight, belowFloor }, index) => {
    const end = begin + weight / total;
    const drawn = sector({ begin, end, score, belowFloor, number: index + 1 });
    begin = end;
    return drawn;
  });
  const circles = rings.map((ring) => `<circle class="ring" r="${reach(ring)}"/>`);
  return (
    '<svg class="rose" viewBox="-122 -122 244 244" aria-hidden="true" focusable="false">' +
    '<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
    '<path class="hatch" d="M0 0V5"/></pattern></defs>' +
    `<circle class="disc" r="${radius}"/>${sectors.map(({ fill }) => fill).join('')}${circles.join('')}` +
    `${sectors.map(({ edge }) => edge).join('')}<circle class="rim" r="${radius}"/><circle class="floor" r="${reach(floor)}"/></svg>`
  );
}

interface Sector {
  /** In turns, clockwise from north. */
  readonly begin: number;
  readonly end: number;
  readonly score: number;
  readonly belowFloor: boolean;
  readonly number: number;
}

function sector({ begin, end, score, belowFloor, number }: Sector): { fill: string; edge: string } {
  const outer = reach(score);
  const arc = `M0 0L${at(outer, begin)}A${outer} ${outer} 0 0 1 ${at(outer, end)}Z`;
  const fill =
    `<path class="sector${belowFloor ? ' low' : ''}" d="${arc}"/>` +
    (belowFloor ? `<path fill="url(#hatch)" d="${arc}"/>` : '');
  const [x, y] = at(112, (begin + end) / 2).split(' ');
  const edge =
    `<path class="spoke" d="M0 0L${at(radius, begin)}"/>` +
    `<text class="mark${belowFloor ? ' low' : ''}" x="${x ?? ''}" y="${y ?? ''}">${number}</text>`;
  return { fill, edge };
}

/** The radius at which the area is the share of the disc. */
function reach(percent: number): string {
  return (radius * Math.sqrt(percent / 100)).toFixed(2);
}

function at(distance: number | string, turns: number): string {
  const angle = turns * 2 * Math.PI;
  const far = Number(distance);
  return `${(far * Math.sin(angle)).toFixed(2)} ${(-far * Math.cos(angle)).toFixed(2)}`;
}
