import { goalInWords, spreadInWords } from './figure-in-words';
import { type RowReport } from './row-report';
import { type RunReport } from './run-report';

/** Begins and ends what is written by hand: the method, and what bounds the goals that are missed. */
export interface PageTexts {
  readonly method: string;
  readonly bounds: string;
}

/** `docs/performance.md`: the table of a full run, and how it was measured. */
export function performancePage(
  { machine, rows, seconds }: RunReport,
  { method, bounds }: PageTexts,
): string {
  return [
    '# Performance',
    'Written by `npm run bench`; the numbers behind it are in [performance.json](performance.json). Times do not carry over from one machine to another: what counts are ratios of two programs in one run.',
    table(rows),
    notes(rows),
    method.trim(),
    '## Machine',
    [
      `- ${machine.cores} cores; ${machine.pins}`,
      `- Node ${machine.node}, PostgreSQL ${machine.postgres}, browser ${machine.browser}`,
      `- ${rows.length} rows in ${Math.round(seconds / 60)} minutes`,
    ].join('\n'),
    bounds.trim(),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** The table alone, as the end of a run shows it. */
export function table(rows: readonly RowReport[]): string {
  return [
    '| # | Work | Against | Goal | Median [p10–p90] | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.flatMap(({ number, work, goals }) =>
      goals.map((goal) => {
        const figure = spreadInWords(goal, goal.unit);
        return `| ${number} | ${work} | ${goal.against} | ${goalInWords(goal)} | ${figure} | ${goal.verdict} |`;
      }),
    ),
  ].join('\n');
}

function notes(rows: readonly RowReport[]): string {
  const lines = rows.flatMap(({ number, notes: own, control }) => [
    ...(control ? [`- Row ${number}: the reference against itself ${spreadInWords(control)}.`] : []),
    ...own.map((note) => `- Row ${number}: ${note}`),
  ]);
  return lines.length === 0 ? '' : ['## Seen besides', lines.join('\n')].join('\n\n');
}
