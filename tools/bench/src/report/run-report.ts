import { type Spread } from '../measure/spread';
import { type BenchRow, type Goal } from '../rows/row';

export interface GoalReport extends Goal, Spread {
  /** `not judged`: the reference differed from itself, or it is a floor. */
  readonly verdict: 'met' | 'missed' | 'not judged';
}

export interface RowReport extends Pick<BenchRow, 'number' | 'name' | 'work'> {
  readonly goals: readonly GoalReport[];
  readonly control?: Spread;
  readonly notes: readonly string[];
  readonly seconds: number;
}

export interface RunReport {
  readonly date: string;
  readonly machine: {
    readonly cores: number;
    readonly node: string;
    readonly postgres: string;
    /** `HeadlessChrome/…` is a headless shell, such as the bundled browser; `Chrome/…` a full browser. */
    readonly browser: string;
  };
  readonly seconds: number;
  /** Changes to the table since this run; a new run has none. */
  readonly remarks?: readonly string[];
  readonly rows: readonly RowReport[];
}
