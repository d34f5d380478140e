import { type DomainScore } from '@governance/rubric';

/** A score from 0 to 100 as a bar with the floor marked. Decorative: the number stands beside it. */
export function scoreBar(
  { score, belowFloor }: Pick<DomainScore, 'score' | 'belowFloor'>,
  floor = 40,
): string {
  return (
    '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">' +
    '<rect class="bar-rest" width="100" height="8"/>' +
    `<rect class="bar-fill${belowFloor ? ' low' : ''}" width="${score}" height="8"/>` +
    `<rect class="bar-floor" x="${floor}" width="0.6" height="8"/></svg>`
  );
}
