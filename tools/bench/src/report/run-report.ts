import { isLost } from '../measure/goal';
import { type GoalReport, type RowReport } from './row-report';

/** The machine in neutral words: what ratios depend on. */
export interface Machine {
  readonly cores: number;
  readonly node: string;
  readonly postgres: string;
  /** `HeadlessChrome/…` is a headless shell, the bundled browser is one; `Chrome/…` a whole browser. */
  readonly browser: string;
  readonly pins: string;
}

export interface RunReport {
  readonly form: 'full' | 'short';
  readonly machine: Machine;
  readonly seconds: number;
  readonly rows: readonly RowReport[];
}

/**
 * A goal that the committed run met and this one misses, or a figure that missed its goal already and has become worse;
 * in both cases by more than the figure spreads.
 */
export interface LostGoal {
  readonly row: RowReport;
  readonly before: GoalReport;
  readonly now: GoalReport;
}

export function lostGoals(committed: readonly RowReport[], rows: readonly RowReport[]): readonly LostGoal[] {
  return rows.flatMap((row) =>
    row.goals.flatMap((now) => {
      const before = committed
        .find(({ number }) => number === row.number)
        ?.goals.find(({ name }) => name === now.name);
      if (!before || before.verdict === 'not judged' || now.verdict === 'not judged') return [];
      const held = before.verdict === 'met' ? now : { ...now, value: before.median };
      return isLost(held, { before, now }) ? [{ row, before, now }] : [];
    }),
  );
}
