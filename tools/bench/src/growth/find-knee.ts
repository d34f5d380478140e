/** A constant rate that was tried. */
export interface Probe {
  readonly perSecond: number;
  /** Of all responses, in milliseconds. */
  readonly p99: number;
  /** Whether all requests were served, and the p99 stayed under its bound. */
  readonly isKept: boolean;
}

/**
 * Halves the range between 0 and the ceiling again and again, to find the knee: the highest rate that is kept. Resolves to
 * what it tried.
 */
export async function findKnee(
  ceiling: number,
  probes: number,
  tryRate: (perSecond: number) => Promise<Probe>,
): Promise<readonly Probe[]> {
  const tried: Probe[] = [];
  let [kept, lost] = [0, ceiling];
  while (tried.length < probes) {
    const perSecond = Math.max(1, Math.round((kept + lost) / 2));
    const first = await tryRate(perSecond);
    // Tried again, because one disturbance of the machine would end the search far too low.
    const probe = first.isKept ? first : await tryRate(perSecond);
    tried.push(probe);
    if (probe.isKept) kept = perSecond;
    else lost = perSecond;
  }
  return tried;
}

/** Undefined if no rate was kept. */
export function kneeOf(tried: readonly Probe[]): Probe | undefined {
  return tried
    .filter(({ isKept }) => isKept)
    .toSorted((one, other) => one.perSecond - other.perSecond)
    .at(-1);
}
