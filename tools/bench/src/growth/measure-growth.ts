import { Bench } from '../bench';
import { installVegeta } from '../load/vegeta';
import { type FillReport, growthTable, type GrowthRow, type SizeReport, writeGrowth } from '../report/growth';
import { writePage } from '../report/page';
import { kneeOf } from './find-knee';
import { growTable } from './growing-table';
import { Measurement, p99Bound } from './measure-workload';
import { type TableGroup, tableGroups, type Workload } from './workloads';

interface Findings {
  readonly fills: FillReport[];
  readonly rows: GrowthRow[];
}

/**
 * Measures the named workloads, or all, while their tables grow. Resolves to the exit code: 1 if a table failed. A whole run
 * writes its part of the page.
 */
export async function measureGrowth(form: 'short' | 'full', names: readonly string[]): Promise<number> {
  const known = tableGroups.flatMap(({ works }) => Object.keys(works));
  if (names.some((name) => !known.includes(name))) throw new Error(`Workloads: ${known.join(', ')}`);
  await installVegeta();
  await using bench = await Bench.open(form);
  const findings: Findings = { fills: [], rows: [] };
  let failed = 0;
  const began = performance.now();
  for (const group of tableGroups)
    try {
      await using scope = bench.within();
      await measureGroup(scope, group, { names, findings });
    } catch (error) {
      console.error('  failed:', error);
      failed += 1;
    }
  console.log(growthTable(findings.rows));
  if (form === 'full' && names.length === 0 && failed === 0) {
    const seconds = Math.round((performance.now() - began) / 1_000);
    await writeGrowth({ date: new Date().toISOString().slice(0, 10), seconds, p99Bound, ...findings });
    await writePage();
  }
  return failed > 0 ? 1 : 0;
}

async function measureGroup(
  bench: Bench,
  group: TableGroup,
  { names, findings }: { readonly names: readonly string[]; readonly findings: Findings },
): Promise<void> {
  const isSelected = (name: string): boolean => names.length === 0 || names.includes(name);
  if (!Object.keys(group.works).some(isSelected)) return;
  const opened = await group.open(bench);
  const workloads = opened.workloads.filter(({ name }) => isSelected(name));
  const measured = new Map(workloads.map((workload) => [workload, [] as SizeReport[]]));
  let from = 0;
  for (const to of bench.setup.form.growth.sizes[group.sizes]) {
    console.error(`${opened.table.name}: ${to.toLocaleString('en')} rows`);
    findings.fills.push(await growTable(bench, opened.databaseUrl, { table: opened.table, from, to }));
    from = to;
    for (const [workload, reports] of measured) reports.push(await measureSize(bench, workload, to));
  }
  for (const [workload, reports] of measured)
    findings.rows.push(await rowOf(bench, { workload, reports, work: group.works[workload.name] ?? '' }));
}

async function measureSize(bench: Bench, workload: Workload, rows: number): Promise<SizeReport> {
  const measurement = await Measurement.begin(bench, workload);
  const report = await measurement.size(rows);
  const loops = report.loops.map(({ connections, perSecond }) => `${connections}: ${perSecond.toFixed(0)}`);
  const knee = kneeOf(report.tried)?.perSecond ?? 'none';
  console.error(`  ${workload.name}: ${loops.join(', ')}; knee ${knee}`);
  return report;
}

async function rowOf(
  bench: Bench,
  { workload, reports, work }: { workload: Workload; reports: readonly SizeReport[]; work: string },
): Promise<GrowthRow> {
  const measurement = await Measurement.begin(bench, workload);
  return { name: workload.name, work, sizes: reports, overload: await measurement.overload() };
}
