import { openBrowser, runSql } from '@governance/testing';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Bench } from './bench';
import { measureGrowth } from './growth/measure-growth';
import { comparePeers } from './peers/compare-peers';
import { figureOf } from './report/format';
import { writePage } from './report/page';
import { committedRun, goalOf, lostGoals, rowReport, table, writeRun } from './report/report';
import { type RowReport, type RunReport } from './report/run-report';
import { type BenchRow } from './rows/row';
import { rows } from './rows/table';

const secondsSince = (began: number): number => Math.round((performance.now() - began) / 100) / 10;

async function measure(bench: Bench, row: BenchRow): Promise<readonly RowReport[]> {
  console.error(`${row.number} ${row.name}: ${row.work}`);
  const began = performance.now();
  try {
    await using scope = bench.within();
    const report = rowReport(row, await row.measure(scope), secondsSince(began));
    for (const goal of report.goals)
      console.error(`  ${goal.against}: ${figureOf(goal)}, goal ${goalOf(goal)}: ${goal.verdict}`);
    return [report];
  } catch (error) {
    console.error('  failed:', error);
    return [];
  }
}

async function machineOf({ setup }: Bench): Promise<RunReport['machine']> {
  await using browser = await openBrowser();
  const [version] = await runSql(setup.postgresUrl, 'SHOW server_version');
  const postgres = String(version?.server_version);
  return { cores: cpus().length, node: process.versions.node, postgres, browser: await browser.version() };
}

/**
 * `npm run bench -- [--smoke] [--peers | --growth] [NAME…]` measures; `--report-only` writes the page from the committed figures.
 * Resolves to the exit code.
 */
async function main(): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    options: { smoke: flag, peers: flag, growth: flag, 'report-only': flag },
    allowPositionals: true,
  });
  const form = values.smoke ? 'short' : 'full';
  if (values['report-only']) {
    await writePage();
    return 0;
  }
  if (values.growth) return measureGrowth(form, positionals);
  return values.peers ? comparePeers(form, positionals) : measureRows(form, positionals);
}

async function measureRows(form: 'short' | 'full', names: readonly string[]): Promise<number> {
  const selected = rows.filter(({ name }) => names.length === 0 || names.includes(name));
  if (selected.length < names.length) throw new Error(`Rows: ${rows.map(({ name }) => name).join(', ')}`);
  const began = performance.now();
  await using bench = await Bench.open(form);
  const reports: RowReport[] = [];
  for (const row of selected) reports.push(...(await measure(bench, row)));
  console.log(table(reports));
  const failed = selected.length - reports.length;
  if (failed > 0) console.error(`${failed} rows failed.`);
  const lost = form === 'short' ? lostGoals(committedRun().rows, reports) : [];
  for (const goal of lost) console.error(`Lost: ${goal}`);
  if (form === 'full' && reports.length === rows.length) {
    const date = new Date().toISOString().slice(0, 10);
    await writeRun({ date, machine: await machineOf(bench), seconds: secondsSince(began), rows: reports });
    await writePage();
  }
  return lost.length + failed > 0 ? 1 : 0;
}

void main().then((code) => {
  process.exitCode = code;
});
