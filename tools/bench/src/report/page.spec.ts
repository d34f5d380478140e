import { readFileSync } from 'node:fs';
import { committedRuns, performanceFigures, performancePage } from './page';
import { type RowReport } from './run-report';

const row: RowReport = {
  number: 1,
  name: 'submission',
  work: 'a submission',
  goals: [
    {
      name: 'cpu',
      against: 'Express',
      bound: 'at most',
      value: 1.1,
      unit: '',
      median: 1.025,
      p10: 1,
      p90: 1.05,
      rounds: 2,
      verdict: 'met',
    },
  ],
  control: { median: 1, p10: 1, p90: 1, rounds: 1 },
  notes: ['One browser.'],
  seconds: 5,
};
const machine = { cores: 2, node: '24.21.0', postgres: '18.4', browser: 'HeadlessChrome/153.0' };
const runs = { run: { date: '2026-11-22', machine, seconds: 900, rows: [row] } };

/** Tables without the spaces that align them. */
const compact = (text: string): string => text.replaceAll(/ +\|/g, ' |');

it('the page has a line for every row, and the machine', async () => {
  const page = await performancePage(runs);
  expect(compact(page)).toContain('| 1 | a submission | Express | ≤ 1.1 | 1.02 [1.00–1.05] | 1 of 1 |');
  expect(page).toContain('2 cores, Node 24.21.0, PostgreSQL 18.4, browser HeadlessChrome/153.0.');
});

it('the page of figures has a line for every goal, and the notes', async () => {
  const figures = await performanceFigures(runs);
  expect(compact(figures)).toContain('| 1 | a submission | Express | ≤ 1.1 | 1.02 [1.00–1.05] | met |');
  expect(figures).toContain('- Row 1: control run: 1.00\n- Row 1: One browser.');
});

it.each([
  ['performance.md', performancePage],
  ['performance-figures.md', performanceFigures],
])('%s is committed as written for the committed figures', async (file, write) => {
  expect(await write(committedRuns())).toBe(readFileSync(`docs/${file}`, 'utf8'));
});
