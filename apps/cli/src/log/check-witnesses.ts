import { durationText } from '../duration';
import { type LogReport } from './log-report';
import { type SignedCheckpoint, type PublicLog } from './public-log';

interface Terms {
  readonly log: PublicLog;
  readonly report: LogReport;
  readonly now: number;
  /** Above it, a checkpoint is too old. In milliseconds. */
  readonly maxAge: number | undefined;
}

const unpinned =
  'Only the issuer vouches for this log: it names the key and the witnesses itself. Get them elsewhere, and give them to --trust';
const unwitnessed =
  'Not witnessed: the issuer alone vouches for this history, and could show others another one';

/** Who has seen the checkpoint, and when. */
export function checkWitnesses({ opened: { cosignatures } }: SignedCheckpoint, terms: Terms): void {
  const { log, report } = terms;
  const witnessedAt = log.policy.witnessedAt(cosignatures);
  report.describe({
    witnessedAt: witnessedAt === undefined ? null : timeText(witnessedAt),
    witnesses: cosignatures.map(({ name, time }) => `${name} ${timeText(time)}`),
  });
  if (log.trustFile === undefined) report.remarks.push(unpinned);
  if (!log.policy.needsWitnesses) report.remarks.push(unwitnessed);
  else if (witnessedAt === undefined) report.unchecked.push(tooFew(cosignatures.length, log));
  checkAge(witnessedAt, terms);
}

function tooFew(cosigned: number, { policy: { witnesses }, trustFile }: PublicLog): string {
  return `whether the log shows everyone the same history: only ${cosigned} of the ${witnesses.length} witnesses of ${trustFile ?? 'the issuer'} have cosigned the checkpoint`;
}

/** The log does not date a checkpoint. Its witnesses do. */
function checkAge(witnessedAt: number | undefined, { report, now, maxAge }: Terms): void {
  if (witnessedAt === undefined) {
    if (maxAge !== undefined) report.unchecked.push('the age of the checkpoint: no witnesses have dated it');
    return;
  }
  const age = Math.max(0, now - witnessedAt * 1_000);
  report.facts.push(`Witnessed ${durationText(age)} ago, at ${timeText(witnessedAt)}`);
  if (maxAge !== undefined && age > maxAge)
    report.problems.push(`TOO OLD: the witnesses saw the checkpoint ${durationText(age)} ago`);
}

function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
