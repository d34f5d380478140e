import { circlePath } from './circle-path';

const ticks = 64;
const points = 8;

/**
 * The logo: a compass rose with eight points, one per domain of the assessment, in a graduated ring. Drawn in `currentColor`.
 * Decorative unless `label` is given as its text alternative.
 */
export function emblemSvg({
  size,
  label,
}: {
  readonly size: number | string;
  readonly label?: string;
}): string {
  const access =
    label === undefined ? 'aria-hidden="true" focusable="false"' : `role="img" aria-label="${escape(label)}"`;
  return `<svg width="${size}" height="${size}" viewBox="-50 -50 100 100" ${access}>${drawing()}</svg>`;
}

/** In hundredths: whole numbers are shorter in the PDF of a certificate. */
function drawing(): string {
  return (
    '<g fill="none" stroke="currentColor" transform="scale(.01)">' +
    `<path d="${circlePath(4850)}" stroke-width="160"/><path d="${circlePath(3850)}${graduation()}" stroke-width="80"/>` +
    `<path d="${rose()}" fill="currentColor" stroke="none"/><path d="${rose('left')}" stroke-width="70"/></g>`
  );
}

function graduation(): string {
  return Array.from({ length: ticks }, (_, tick) => {
    const angle = (tick * 2 * Math.PI) / ticks;
    const inner = tick % (ticks / points) === 0 ? 40.2 : 42.6;
    return `M${at(inner, angle)}L${at(46, angle)}`;
  }).join('');
}

/** Each point is split along its axis: the right half is filled, the left half outlined, as on a nautical chart. */
function rose(half: 'left' | 'right' = 'right'): string {
  const side = half === 'right' ? 1 : -1;
  return Array.from({ length: points }, (_, point) => {
    const angle = (point * 2 * Math.PI) / points;
    const tip = point % 2 === 0 ? 36.5 : 24;
    return `M0 0L${at(tip, angle)}L${at(8.5, angle + (side * Math.PI) / points)}Z`;
  }).join('');
}

/** The point at a radius and at an angle clockwise from north. */
function at(radius: number, angle: number): string {
  const [x, y] = [radius * Math.sin(angle), -radius * Math.cos(angle)];
  return `${Math.round(100 * x)} ${Math.round(100 * y)}`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
