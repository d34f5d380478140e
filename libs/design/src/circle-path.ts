/** How far the controls of a curve reach that comes nearest to a quarter of a circle. */
const reach = 0.5523;

/**
 * A circle about the origin, in curves: of a `circle`, and of arcs, Chromium makes hundreds of lines in a PDF. The radius is
 * a whole number, as in drawings that are scaled down, because whole numbers are short there.
 */
export function circlePath(radius: number): string {
  const [r, c] = [radius, Math.round(radius * reach)];
  return `M0-${r}C${c}-${r} ${r}-${c} ${r} 0S${c} ${r} 0 ${r}-${r} ${c}-${r} 0-${c}-${r} 0-${r}Z`;
}
