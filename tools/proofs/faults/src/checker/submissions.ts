import { type CallOf, isCallOf, isDone, isRefused } from '../history/history';
import { type Check, type Finding, grouped } from './finding';

/** Every acknowledged submission is stored under its id, and stays verifiable. */
export const noSubmissionIsLost: Check = ({ history, state }) => {
  const stored = new Map(state.results.map(({ id, submission }) => [id, submission]));
  const lost: Finding[] = [];
  for (const { id: call, operation, answer } of history.calls.filter(isCallOf('submit'))) {
    if (answer?.id === undefined || stored.get(answer.id) === operation.submission) continue;
    lost.push({ rule: 'lost submission', text: `${call} was acknowledged as ${answer.id}` });
  }
  for (const { id: call, operation, answer } of history.calls.filter(isCallOf('verify')))
    if (answer?.valid === false)
      lost.push({ rule: 'lost submission', text: `${call}: ${operation.result} is not valid` });
  return lost;
};

/** Every stored result was asked for. With an idempotency key, a submission is stored once however often it is sent. */
export const noResultIsInvented: Check = ({ history, state }) => {
  const calls = grouped(history.calls.filter(isCallOf('submit')), submissionOf);
  const findings: Finding[] = [];
  for (const [submission, rows] of grouped(state.results, (row) => String(row.submission))) {
    const possible = (calls.get(submission) ?? []).filter((call) => !isRefused(call));
    const most = possible.some(({ operation }) => operation.keyed) ? 1 : possible.length;
    if (possible.length === 0) findings.push({ rule: 'invented row', text: `of submission ${submission}` });
    else if (rows.length > most)
      findings.push({ rule: 'repeated submission', text: `${submission} is stored ${rows.length} times` });
  }
  return findings;
};

/** Every acknowledgement of one idempotency key names the same result. */
export const keysAreAnsweredAlike: Check = ({ history }) => {
  const keyed = history.calls.filter(isCallOf('submit')).filter(({ operation }) => operation.keyed);
  return [...grouped(keyed.filter(isDone), submissionOf)]
    .filter(([, calls]) => new Set(calls.map(({ answer }) => answer?.id)).size > 1)
    .map(([submission]) => ({
      rule: 'repeated submission',
      text: `${submission} was answered with several ids`,
    }));
};

function submissionOf({ operation }: CallOf<'submit'>): string {
  return String(operation.submission);
}
