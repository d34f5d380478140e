import { type App } from '../app';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { type LogReport } from './log-report';
import { inventionInWords, type RecordFindings } from './operator-records';

/** Shows the outcome. @throws CommandError unless all is in order */
export function showReport(app: App, report: LogReport): void {
  const problems = [...report.problems, ...linesOf(report.records)];
  const inOrder = problems.length > 0 ? false : report.unchecked.length > 0 ? null : true;
  showNotes(app, report);
  for (const problem of problems) app.terminal.note(problem);
  for (const question of report.unchecked) app.terminal.note(`Not checked: ${question}`);
  if (app.format !== 'table') app.show({ inOrder, ...report.members, ...detailsOf(report) });
  else if (inOrder === true) app.show({ inOrder, ...report.members });
  else for (const note of report.evidence) app.terminal.result(`${note.trimEnd()}\n\n`);
  if (inOrder === false) throw new CommandError('The log is not in order', exitCode.negative);
  if (inOrder === null)
    throw new CommandError('NOT CHECKED: the log is not shown to be in order', exitCode.unchecked);
}

function showNotes({ terminal }: App, { facts, remarks, records }: LogReport): void {
  for (const fact of facts) terminal.note(fact);
  for (const remark of remarks) terminal.note(`Remark: ${remark}`);
  const { erased, unconfirmed } = records ?? {};
  if (unconfirmed && unconfirmed.count > 0)
    terminal.note(
      `Entries whose record nothing else confirms (an earlier release, or a certificate that is no longer stored): ${unconfirmed.count} (${unconfirmed.toString()})`,
    );
  if (erased && erased.count > 0)
    terminal.note(
      `Entries that no record explains, because it was erased: ${erased.count} (${erased.toString()})`,
    );
}

function detailsOf({
  problems,
  unchecked,
  remarks,
  evidence,
  records,
}: LogReport): Readonly<Record<string, unknown>> {
  return {
    problems,
    unchecked,
    remarks,
    ...(evidence.length > 0 && { evidence }),
    ...(records && { records }),
  };
}

function linesOf(records: RecordFindings | undefined): readonly string[] {
  if (!records) return [];
  return [
    ...records.withoutRecord.map(({ entry, minute }) => `NO RECORD: Entry ${entry} of ${minute}`),
    ...records.differing.map(
      ({ entry, minute, id }) =>
        `OTHER RECORD: Entry ${entry} of ${minute} is not what the record of ${id} says`,
    ),
    ...records.invented.map(
      ({ entry, minute, id, standing }) =>
        `INVENTED: Entry ${entry} of ${minute}, record of ${id}: ${inventionInWords(standing)}`,
    ),
    ...records.missing.map(
      ({ entry, id }) => `NO ENTRY: The record of ${id ?? 'an erased result'} is of entry ${entry}`,
    ),
  ];
}
