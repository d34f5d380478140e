export interface Spread {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
  readonly rounds: number;
}

/** The value below which the share `rank` (0 to 1) of the values lies, interpolated between neighbours. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * rank;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error('no values, no percentile');
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** @throws if there are no values, or one is not a number. */
export function spreadOf(values: readonly number[]): Spread {
  if (!values.every(Number.isFinite)) throw new Error('a round gave no number');
  return {
    median: median(values),
    p10: percentile(values, 0.1),
    p90: percentile(values, 0.9),
    rounds: values.length,
  };
}

export function pairedRatios(values: readonly number[], references: readonly number[]): readonly number[] {
  if (values.length !== references.length) throw new Error('every round needs both sides');
  return values.map((value, round) => value / (references[round] ?? Number.NaN));
}

/** A program that is compared with itself differs so much. */
export const noise = { least: 0.95, most: 1.08 };

/** Whether the reference equals its control, so that other contenders can be judged. */
export function isSteady({ median: ratio }: Spread): boolean {
  return ratio >= noise.least && ratio <= noise.most;
}
