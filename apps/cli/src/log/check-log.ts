import { base64 } from '@governance/transparency';
import { type App } from '../app';
import { writePrivateFile } from '../files/private-file';
import { checkHistory } from './check-history';
import { checkWitnesses } from './check-witnesses';
import { EntryTimes } from './entry-times';
import { UnservedFile } from './log-files.port';
import { LogReport } from './log-report';
import { loggedEntry } from './logged-entry';
import { OperatorRecords } from './operator-records';
import { type Entries, readWholeLog } from './read-whole-log';
import { ServedTree } from './served-tree';
import { showReport } from './show-report';
import { type SignedCheckpoint, PublicLog, type LogSource } from './public-log';

export interface LogCheckOptions extends LogSource {
  /** A checkpoint that was saved earlier: the log must extend it. */
  readonly since?: string;
  /** A checkpoint to check, instead of the newest one. */
  readonly at?: string;
  /** Where the checkpoint is saved for the next time. */
  readonly save?: string;
  /** In milliseconds. */
  readonly maxAge?: number;
  /** What the operator's database has for each entry. */
  readonly records?: string;
}

/**
 * Reads a whole log and shows whether it is in order. @throws CommandError that says it is not, or that it could not be checked, and errors of
 * a log that does not answer
 */
export async function checkLog(app: App, options: LogCheckOptions): Promise<void> {
  const report = new LogReport();
  try {
    const log = await PublicLog.open(app, options);
    try {
      await examine(app, { log, report, options });
    } finally {
      log.files.close();
    }
  } catch (error) {
    if (!(error instanceof UnservedFile)) throw error;
    report.problems.push(`NOT SERVED: ${error.message}`);
  }
  showReport(app, report);
}

interface Examined {
  readonly log: PublicLog;
  readonly report: LogReport;
  readonly options: LogCheckOptions;
}

async function examine({ terminal: { stdin } }: App, { log, report, options }: Examined): Promise<void> {
  const { at, maxAge } = options;
  const now = Date.now();
  const since = options.since === undefined ? undefined : await log.saved(options.since, stdin);
  const checkpoint = at === undefined ? await log.newest() : await log.saved(at, stdin);
  const { size, root } = checkpoint.opened;
  report.describe({ origin: log.origin, size, root: base64(root) });
  checkWitnesses(checkpoint, { log, report, now, maxAge });
  const times = new EntryTimes(now);
  const records = options.records === undefined ? undefined : OperatorRecords.open(options.records, stdin);
  const roots = await readWholeLog(new ServedTree(log.files), {
    size,
    earlierSize: since?.opened.size,
    visit: (entries) => visit(entries, { report, times, records }),
    report: (problem) => report.problems.push(`TAMPERED: ${problem}`),
  });
  report.facts.push(`Checked ${size} entries of ${log.origin}`);
  report.remarks.push(...times.remarks());
  checkHistory({ since, checkpoint, roots }, report);
  report.records = await records?.findings({ mayBeLater: at !== undefined });
  save(checkpoint, report, options);
}

function save(
  { note }: SignedCheckpoint,
  { problems, facts }: LogReport,
  { save: file }: LogCheckOptions,
): void {
  if (file === undefined || problems.length > 0) return;
  writePrivateFile(file, note);
  facts.push(`The checkpoint is in ${file}: give it to --since the next time`);
}

interface Visitors {
  readonly report: LogReport;
  readonly times: EntryTimes;
  readonly records: OperatorRecords | undefined;
}

async function visit({ first, entries }: Entries, { report, times, records }: Visitors): Promise<void> {
  let hasMalformed = false;
  for (const [place, bytes] of entries.entries()) {
    const entry = loggedEntry(first + place, bytes);
    if (entry) {
      times.see(entry);
      await records?.compare(entry);
    } else if (!hasMalformed) {
      // One of each bundle is enough to distrust the log.
      hasMalformed = true;
      report.problems.push(`TAMPERED: Entry ${first + place} is no entry of a log of certificates`);
    }
  }
}
