/** How fast faults follow each other, and how large they are. */
export interface Pace {
  readonly calmSeconds: readonly [least: number, most: number];
  /** Replaces the time that a longer fault lasts. */
  readonly mostSeconds: number;
  /** How many certificates are asked for at once. */
  readonly burst: number;
  /** Whether one fault of each place comes first, and before them a pair. */
  readonly isPlaceByPlace: boolean;
  /** Injected even when the time is over before. */
  readonly leastFaults: number;
}

export const thorough: Pace = {
  calmSeconds: [3, 6],
  mostSeconds: Infinity,
  burst: 500,
  isPlaceByPlace: false,
  leastFaults: 1,
};

/** For a run of two minutes. */
export const brisk: Pace = {
  calmSeconds: [0, 1],
  mostSeconds: 3,
  burst: 40,
  isPlaceByPlace: true,
  leastFaults: 12,
};
