const ticks = 50;
const spacing = 10;

/** A ruler from 0 to 100, marked as far as the score reaches. Decorative: the number stands beside it. */
export function scoreScale(score: number): string {
  const lines = Array.from({ length: ticks + 1 }, (_, tick) => {
    const x = 2 + tick * spacing;
    const height = tick % 5 === 0 ? 22 : 14;
    const reached = (tick * 100) / ticks <= score && score > 0;
    return `<path class="${reached ? 'reached' : 'open'}" d="M${x} 24V${24 - height}"/>`;
  });
  return `<svg class="scale" viewBox="0 0 504 26" aria-hidden="true" focusable="false">${lines.join('')}</svg>`;
}
