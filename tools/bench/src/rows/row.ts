import { type Bench } from '../bench';

export interface Goal {
  readonly name: string;
  /** What it is compared with, such as `bare Express + one INSERT: API CPU`. */
  readonly against: string;
  readonly bound: 'at most' | 'at least';
  /** Absent for a floor, which is shown and not judged: it lacks what a product must do. */
  readonly value?: number;
  /** Of the figure; empty for a ratio. */
  readonly unit: '' | 'µs' | 'ms' | 's' | 'MiB';
}

export interface Findings {
  /** The figure of every round, by goal name. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
  /** Ratios of the reference to itself, one per round; absent if no two programs are compared. */
  readonly control?: readonly number[];
  readonly notes?: readonly string[];
}

export interface BenchRow {
  readonly number: number;
  readonly name: string;
  readonly work: string;
  readonly goals: readonly Goal[];
  /** @throws if a response or a count is wrong. */
  measure(bench: Bench): Promise<Findings>;
}
