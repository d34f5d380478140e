import { join } from 'node:path';
import { shortForm } from './bench';
import { type BenchLog } from './bench-log';
import { isSteady } from './measure/control';
import { openBench } from './open-bench';
import { type GoalReport, type RowReport } from './report/row-report';
import { lostGoals } from './report/run-report';
import { rows } from './rows';
import { runRows, type RowsRun } from './run-rows';

/** Rows whose figures a slower request must change. */
const probed = ['submission', 'textbook', 'verification'];
const plant = join(process.cwd(), 'tools/bench/src/plant/slow-requests.cjs');

/**
 * Whether the bench can be believed: a reference against itself gives about 1, and with 0.1 ms of idle work planted into
 * every request the smoke form calls lost what the program as it is has just reached. Resolves to the exit code.
 */
export async function selfTest(log: BenchLog): Promise<number> {
  log.line('As it is:');
  const asItIs = await shortRun(log, []);
  log.line('With a planted slowdown:');
  const slowed = await shortRun(log, ['--require', plant]);
  const caught = lostAgainst(asItIs, slowed);
  const ratios = asItIs.reports.flatMap(({ control }) => control?.median ?? []);
  const checks: readonly (readonly [string, boolean])[] = [
    [`a reference against itself: ${inWords(ratios)}`, ratios.length > 0 && ratios.every(isSteady)],
    ['every row gave its figures, with the slowdown too', measuredAll(asItIs) && measuredAll(slowed)],
    ['nothing is lost against itself', lostAgainst(asItIs, asItIs).length === 0],
    [`0.1 ms more in every request is caught: ${caught.join(', ')}`, caught.length > 0],
  ];
  for (const [what, holds] of checks) log.line(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  return checks.every(([, holds]) => holds) ? 0 : 1;
}

async function shortRun(log: BenchLog, nodeArguments: readonly string[]): Promise<RowsRun> {
  const { bench } = await openBench({ form: shortForm, log, nodeArguments });
  try {
    return await runRows(
      bench,
      rows.filter(({ name }) => probed.includes(name)),
    );
  } finally {
    await bench.end();
  }
}

/** The rows that the smoke form would call lost, were the goal what has just been measured of the program as it is. */
function lostAgainst(asItIs: RowsRun, later: RowsRun): readonly string[] {
  const committed = asItIs.reports.map((row) => ({
    ...row,
    goals: row.goals.map((goal) => ({ ...goal, value: goal.p90, verdict: 'met' as const })),
  }));
  const judged = later.reports.map((row) => ({
    ...row,
    goals: row.goals.map((goal) => ({
      ...goal,
      value: valueIn(committed, row, goal),
      verdict: 'met' as const,
    })),
  }));
  return lostGoals(committed, judged).map(({ row }) => row.name);
}

function valueIn(committed: readonly RowReport[], { number }: RowReport, { name }: GoalReport): number {
  const row = committed.find((candidate) => candidate.number === number);
  return row?.goals.find((goal) => goal.name === name)?.value ?? Number.NaN;
}

/** A row that failed for another reason catches nothing. */
function measuredAll({ failed }: RowsRun): boolean {
  return failed.length === 0;
}

function inWords(ratios: readonly RowReport['seconds'][]): string {
  return ratios.map((ratio) => ratio.toFixed(2)).join(', ');
}
