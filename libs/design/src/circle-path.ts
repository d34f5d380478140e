/** Length of the control points for the curve closest to a quarter circle. */
const reach = 0.5523;

/**
 * A circle around the origin, as curves: Chromium turns a `circle`, and arcs, into hundreds of lines in a PDF. The radius is
 * a whole number, as in scaled drawings, because whole numbers are shorter.
 */
export function circlePath(radius: number): string {
  const [r, c] = [radius, Math.round(radius * reach)];
  return `M0-${r}C${c}-${r} ${r}-${c} ${r} 0S${c} ${r} 0 ${r}-${r} ${c}-${r} 0-${c}-${r} 0-${r}Z`;
}
