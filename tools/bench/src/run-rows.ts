import { type Bench } from './bench';
import { goalInWords, spreadInWords } from './report/figure-in-words';
import { rowReport, type RowReport } from './report/row-report';
import { type BenchRow } from './row';

export interface RowsRun {
  readonly reports: readonly RowReport[];
  /** Names of the rows that gave no figure, because something was wrong. */
  readonly failed: readonly string[];
}

/** Measures rows one after the other. A row that fails keeps the others from nothing. */
export async function runRows(bench: Bench, rows: readonly BenchRow[]): Promise<RowsRun> {
  const reports: RowReport[] = [];
  const failed: string[] = [];
  for (const row of rows) {
    bench.log.line(`${row.number} ${row.name}: ${row.work}`);
    const began = performance.now();
    const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;
    try {
      const findings = await bench.within((inner) => row.measure(inner));
      const report = rowReport(row, findings, seconds());
      reports.push(report);
      tell(bench, report);
    } catch (error) {
      failed.push(row.name);
      bench.log.line(`  failed after ${seconds()} s: ${String(error)}`);
    }
  }
  return { reports, failed };
}

function tell({ log }: Bench, { goals, notes, seconds }: RowReport): void {
  for (const goal of goals) {
    const figure = spreadInWords(goal, goal.unit);
    log.line(`  ${goal.against}: ${figure}, goal ${goalInWords(goal)}: ${goal.verdict}`);
  }
  for (const note of notes) log.line(`  ${note}`);
  log.line(`  ${seconds} s`);
}
