import { type BenchLog } from './bench-log';
import { committedRun } from './performance-files';
import { goalInWords, spreadInWords } from './report/figure-in-words';
import { type RowReport } from './report/row-report';
import { lostGoals } from './report/run-report';

/** Says what is worse than in the committed run; answers the exit code: 1 when there is one, or a row failed. */
export function judgeSmoke(
  reports: readonly RowReport[],
  { failed, log }: { readonly failed: readonly string[]; readonly log: BenchLog },
): number {
  const committed = committedRun();
  if (!committed) {
    log.line('There is no docs/performance.json to compare with: run `npm run bench` first.');
    return 1;
  }
  const lost = lostGoals(committed.rows, reports);
  for (const { row, before, now } of lost) {
    const [then, today] = [before, now].map((spread) => spreadInWords(spread, now.unit));
    log.line(`Lost: ${row.number} ${row.name}, ${now.against} ${goalInWords(now)}: ${then}, now ${today}`);
  }
  const unjudged = reports.filter(({ goals }) => goals.some(({ verdict }) => verdict === 'not judged'));
  for (const { number, name } of unjudged)
    log.line(`Not judged: ${number} ${name}; the machine is too busy.`);
  if (lost.length === 0) log.line('Nothing is worse than in the committed run.');
  return lost.length > 0 || failed.length > 0 ? 1 : 0;
}
