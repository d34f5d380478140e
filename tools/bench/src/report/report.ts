import { readFileSync, writeFileSync } from 'node:fs';
import { isSteady, type Spread, spreadOf } from '../measure/spread';
import { type BenchRow, type Findings, type Goal } from '../rows/row';
import { figureOf, formatted, tableOf } from './format';
import { type GoalReport, type RowReport, type RunReport } from './run-report';

/** @throws when a goal has no figure. */
export function rowReport(row: BenchRow, findings: Findings, seconds: number): RowReport {
  const { number, name, work } = row;
  const control = findings.control && spreadOf(findings.control);
  const goals = row.goals.map((goal): GoalReport => {
    const figures = findings.figures[goal.name];
    if (!figures) throw new Error(`nothing was measured for ${name} ${goal.name}`);
    const spread = spreadOf(figures);
    const isJudged = control === undefined || isSteady(control);
    return { ...goal, ...spread, verdict: isJudged ? verdictOf(goal, spread) : 'not judged' };
  });
  return { number, name, work, goals, ...(control && { control }), notes: findings.notes ?? [], seconds };
}

function verdictOf({ bound, value }: Goal, { median }: Spread): GoalReport['verdict'] {
  if (value === undefined) return 'not judged';
  return (bound === 'at most' ? median <= value : median >= value) ? 'met' : 'missed';
}

/**
 * Goals that are missed, and figures that are worse than in a committed run that already missed them, each by more than the
 * figure's spread in either run.
 */
export function lostGoals(committed: readonly RowReport[], rows: readonly RowReport[]): readonly string[] {
  return rows.flatMap(({ number, name, goals }) => {
    const earlier = committed.find((row) => row.number === number)?.goals ?? [];
    return goals.flatMap((now) => {
      // Another unit means another measurement.
      const before = earlier.find((goal) => goal.name === now.name && goal.unit === now.unit);
      if (!isLost(now, before)) return [];
      const was = before ? `was ${figureOf(before)}, ` : '';
      return [`${number} ${name}, ${now.against} ${goalOf(now)}: ${was}is ${figureOf(now)}`];
    });
  });
}

function isLost(now: GoalReport, before?: GoalReport): boolean {
  if (now.value === undefined || now.verdict === 'not judged' || before?.verdict === 'not judged')
    return false;
  const sign = now.bound === 'at most' ? 1 : -1;
  const spreadOfRun = ({ median, p10, p90 }: Spread): number => (sign === 1 ? p90 - median : median - p10);
  const limit = before?.verdict === 'missed' ? before.median : now.value;
  return (now.median - limit) * sign > Math.max(spreadOfRun(now), spreadOfRun(before ?? now));
}

/** `≤ 1.15`, `≥ 15 ×`, `≤ 350 MiB`, `floor` */
export function goalOf({ bound, value, unit }: Goal): string {
  if (value === undefined) return 'floor';
  const measure = unit === '' && bound === 'at least' ? '×' : unit;
  return `${bound === 'at most' ? '≤' : '≥'} ${value} ${measure}`.trim();
}

export function table(rows: readonly RowReport[]): string {
  const lines = rows.flatMap(({ number, work, goals }) =>
    goals.map((goal) => [number, work, goal.against, goalOf(goal), figureOf(goal), goal.verdict]),
  );
  return tableOf(['#', 'Work', 'Against', 'Goal', 'Median [p10–p90]', ''], lines);
}

const shareOf = (goal: GoalReport): number => shareOfLimit(goal, goal.median) ?? 0;

/** A line for each row: its goal nearest to the limit, and how many of its goals are met. */
export function summary(rows: readonly RowReport[]): string {
  const lines = rows.map(({ number, work, goals }) => {
    const judged = goals.filter(({ verdict }) => verdict !== 'not judged');
    const [nearest] = (judged.length > 0 ? judged : goals).toSorted(
      (one, other) => shareOf(other) - shareOf(one),
    );
    if (!nearest) throw new Error(`row ${number} has no goals`);
    const met = judged.filter(({ verdict }) => verdict === 'met').length;
    return [number, work, nearest.against, goalOf(nearest), figureOf(nearest), `${met} of ${judged.length}`];
  });
  return tableOf(['#', 'Work', 'Against', 'Goal', 'Median [p10–p90]', 'Met'], lines);
}

/** Below 1 the goal is met. Undefined for a floor, which has no limit. */
export function shareOfLimit({ bound, value }: Goal, figure: number): number | undefined {
  if (value === undefined) return undefined;
  return bound === 'at most' ? figure / value : value / figure;
}

export function notesOf({ number, notes, control }: RowReport): readonly string[] {
  const first = control ? [`control run: ${figureOf(control)}`] : [];
  return [...first, ...notes].map((note) => `- Row ${number}: ${note}`);
}

const data = 'docs/performance.json';

export function committedRun(): RunReport {
  return JSON.parse(readFileSync(data, 'utf8')) as RunReport;
}

export async function writeRun(run: RunReport): Promise<void> {
  writeFileSync(data, await formatted(data, JSON.stringify(run)));
}
