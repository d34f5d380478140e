import { type Bench } from './bench';
import { type Goal } from './measure/goal';

/** A line of the table: work, with what it is compared, and what it promises. */
export interface BenchRow {
  readonly number: number;
  /** How it is asked for: `npm run bench -- NAME`. */
  readonly name: string;
  readonly work: string;
  readonly goals: readonly Goal[];
  /** @throws when an answer or a count is wrong: then there is no figure. */
  measure(bench: Bench): Promise<Findings>;
}

export interface Findings {
  /** For each goal, by its name, the figure of every round. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
  /** Ratios of the reference to itself, one a round; a row without a ratio of two programs has none. */
  readonly control?: readonly number[];
  /** What else was seen and is worth a line under the table. */
  readonly notes?: readonly string[];
}
