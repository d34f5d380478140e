/**
 * The engraved lines of the certificate, the same on every one. Lengths are in millimetres, those of waves and guilloche in
 * hundredths: whole numbers are shorter, and these lines make up most of the PDF.
 */

/** Interlaced waves along the four sides of a frame, as on a bond, without the four corner squares. */
export function frameWaves(width: number, height: number, band: number): string {
  const across = { length: width - 2 * band, axis: 'x' } as const;
  const down = { length: height - 2 * band, axis: 'y' } as const;
  const sides = [
    { ...across, from: [band, band / 2] },
    { ...across, from: [band, height - band / 2] },
    { ...down, from: [band / 2, band] },
    { ...down, from: [width - band / 2, band] },
  ] as const;
  const swings = [0.95, 0.64, 0.32].flatMap((share) => [share, -share]).map((share) => (share * band) / 2);
  return sides
    .flatMap((side) => swings.map((swing) => wave({ ...side, swing, period: band * 2.4 })))
    .join('');
}

interface Wave {
  readonly from: readonly [number, number];
  readonly length: number;
  readonly axis: 'x' | 'y';
  readonly swing: number;
  readonly period: number;
}

/** A run of smooth half waves; only whole waves, so that the strands meet at both ends. */
function wave({ from, length, axis, swing, period }: Wave): string {
  const halves = 2 * Math.round(length / period);
  const half = length / halves;
  const reach = swing * (4 / 3);
  const curves = Array.from({ length: halves }, (_, index) => {
    const side = index % 2 === 0 ? -reach : reach;
    const points = [half * 0.37, side, half * 0.63, side, half, 0];
    const drawn = axis === 'x' ? points : points.map((_unused, at) => points[at ^ 1] ?? 0);
    return `c${drawn.map(hundredths).join(' ')}`;
  });
  return `M${from.map(hundredths).join(' ')}${curves.join('')}`;
}

/** The guilloche behind the score: a ring that swells and turns, drawn `turns` times with a shifted phase. */
export function guilloche({ inner, outer, lobes, turns }: GuillocheShape): string {
  const half = Math.PI / lobes;
  // From its widest to its narrowest point and back: at both it is parallel to its circle.
  const bend = half * 0.37;
  return Array.from({ length: turns }, (_, turn) => {
    const start = (2 * half * turn) / turns;
    const curves = Array.from({ length: 2 * lobes }, (_unused, index) => {
      const [from, to] = index % 2 === 0 ? [outer, inner] : [inner, outer];
      const [begin, end] = [start + index * half, start + (index + 1) * half];
      return `C${beside(from, begin, bend)} ${beside(to, end, -bend)} ${beside(to, end, 0)}`;
    });
    return `M${beside(outer, start, 0)}${curves.join('')}Z`;
  }).join('');
}

/** The point at a radius and an angle clockwise from north, moved along the tangent by a fraction of the radius. */
function beside(radius: number, angle: number, bend: number): string {
  const [sin, cos] = [radius * Math.sin(angle), radius * Math.cos(angle)];
  return place(sin + bend * cos, bend * sin - cos);
}

export interface GuillocheShape {
  readonly inner: number;
  readonly outer: number;
  readonly lobes: number;
  readonly turns: number;
}

/** The graduation marks `from` to `to` of a ring of one hundred, clockwise from north; every tenth is longer. */
export function graduation(from: number, to: number, radius: number): string {
  return Array.from({ length: to - from }, (_, index) => {
    const mark = from + index;
    const angle = (mark * 2 * Math.PI) / 100;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const inner = radius - (mark % 10 === 0 ? 3.4 : 2.2);
    return `M${place(inner * sin, -inner * cos)}L${place(radius * sin, -radius * cos)}`;
  }).join('');
}

function hundredths(value: number): string {
  return String(Math.round(value * 100));
}

function place(x: number, y: number): string {
  return `${hundredths(x)} ${hundredths(y)}`;
}
