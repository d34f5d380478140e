import { fullForm, shortForm } from './bench';
import { benchArguments } from './bench-arguments';
import { BenchLog } from './bench-log';
import { openBench } from './open-bench';
import { writePerformance } from './performance-files';
import { table } from './report/performance-page';
import { rows } from './rows';
import { runRows } from './run-rows';
import { judgeSmoke } from './smoke';

const log = new BenchLog(process.stderr);

/** Resolves to the exit code. */
async function main(): Promise<number> {
  const known = rows.map(({ name }) => name);
  const { smoke, names } = benchArguments(process.argv.slice(2), known);
  const asked = rows.filter(({ name }) => names.length === 0 || names.includes(name));
  const began = performance.now();
  const { bench, machine } = await openBench({ form: smoke ? shortForm : fullForm, log, nodeArguments: [] });
  try {
    const { reports, failed } = await runRows(bench, asked);
    process.stdout.write(`${table(reports)}\n`);
    const seconds = Math.round((performance.now() - began) / 1_000);
    log.line(
      `${reports.length} rows in ${seconds} s${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
    );
    if (smoke) return judgeSmoke(reports, { failed, log });
    const complete = names.length === 0 && failed.length === 0;
    if (complete) await writePerformance({ form: 'full', machine, seconds, rows: reports });
    return failed.length > 0 ? 1 : 0;
  } finally {
    await bench.end();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    log.line(String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  },
);
