import { isSteady } from '../measure/control';
import { type Goal, type Verdict, verdictOf } from '../measure/goal';
import { type Spread, spreadOf } from '../measure/spread';
import { type BenchRow, type Findings } from '../row';

export interface GoalReport extends Goal, Spread {
  readonly verdict: Verdict;
}

/** What became of a row. */
export interface RowReport {
  readonly number: number;
  readonly name: string;
  readonly work: string;
  readonly goals: readonly GoalReport[];
  /** The reference against itself. */
  readonly control?: Spread;
  readonly notes: readonly string[];
  readonly seconds: number;
}

/** @throws when a goal has no figure: one that was not measured is not written. */
export function rowReport(row: BenchRow, findings: Findings, seconds: number): RowReport {
  const { number, name, work } = row;
  const control = findings.control && spreadOf(findings.control);
  const goals = row.goals.map((goal) => {
    const figures = findings.figures[goal.name];
    if (!figures) throw new Error(`nothing was measured for ${name} ${goal.name}`);
    const spread = spreadOf(figures);
    const verdict = control && !isSteady(control.median) ? ('not judged' as const) : verdictOf(goal, spread);
    return { ...goal, ...spread, verdict };
  });
  const { notes = [] } = findings;
  return { number, name, work, goals, ...(control && { control }), notes, seconds };
}
