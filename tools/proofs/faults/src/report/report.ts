import { recoveryMsOf } from '../checker/answers';
import { type Evidence, type Finding } from '../checker/finding';
import { type FaultWindow, hasFailed, isCallOf } from '../history/history';
import { catalogue, catalogued } from '../schedule/catalogue';
import { attemptRows } from './always';

/** What one fault, alone or with another one, did to the clients. */
interface Effect {
  readonly failed: number;
  /** From the end of the fault until the last request was sent that failed. */
  readonly recoveredMs: number;
  /** From the end of the fault until the last mail arrived that was asked for before it ended. */
  readonly mailedMs: number;
}

function effectOf({ began, ended }: FaultWindow, { history, state }: Evidence): Effect {
  const nextBegan = Math.min(...history.faults.map((each) => each.began).filter((each) => each > ended));
  const failed = history.calls
    .filter(hasFailed)
    // One that was sent after the fault and ended in the next one is of the next one.
    .filter(({ sentAt, endedAt }) => endedAt >= began && (sentAt <= ended || endedAt < nextBegan));
  const arrivals = new Map<string, number>();
  for (const { recipient, at } of state.mails) if (!arrivals.has(recipient)) arrivals.set(recipient, at);
  const due = history.calls
    .filter(isCallOf('submit', 'invite'))
    .filter(({ answer, endedAt }) => answer?.id !== undefined && endedAt >= began && endedAt <= ended)
    .map(({ operation }) => arrivals.get(operation.address ?? '') ?? 0);
  return {
    failed: failed.length,
    recoveredMs: Math.max(0, ...failed.map(({ sentAt }) => sentAt - ended)),
    mailedMs: Math.max(0, ...due.map((at) => at - ended)),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const highest = (values: readonly number[]): number => Math.max(0, ...values);

/** A row for each fault, as in docs/reliability.md. */
export function faultTable(evidence: Evidence): string {
  const { history } = evidence;
  const rows = catalogue.flatMap(({ name, title }) => {
    const windows = history.faults.filter(({ fault }) => fault === name);
    if (windows.length === 0) return [];
    const effects = windows.map((window) => effectOf(window, evidence));
    return [
      [
        name,
        title,
        windows.length,
        seconds(highest(windows.map(({ began, ended }) => ended - began))),
        highest(effects.map(({ failed }) => failed)),
        seconds(highest(effects.map(({ recoveredMs }) => recoveredMs))),
        limitOf(windows, evidence),
        seconds(highest(effects.map(({ mailedMs }) => mailedMs))),
      ],
    ];
  });
  const head = [
    'Fault',
    'What happens',
    'Times',
    'Lasted',
    'Failed requests',
    'Requests recovered after',
    'Limit',
    'Mail recovered after',
  ];
  return tableOf(head, rows);
}

function limitOf([window]: readonly FaultWindow[], { promises }: Evidence): string {
  if (window === undefined) return '';
  return catalogued(window.fault)?.isUnnoticed === true
    ? 'none may fail'
    : seconds(recoveryMsOf(window, promises));
}

/** A row for each attempt that is part of every load, as in docs/reliability.md. */
export function attemptTable(evidence: Evidence, findings: readonly Finding[]): string {
  const head = ['Fault', 'What happens', 'Times', 'Judged as', 'Findings'];
  return tableOf(head, attemptRows(evidence, findings));
}

function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** How much the checks had to judge. */
export function summary({ history, state }: Evidence): string {
  const messages = new Set(state.mails.map(({ delivery }) => delivery)).size;
  const failed = history.calls.filter(hasFailed).length;
  return [
    `${history.calls.length} requests, ${failed} of them without an answer or with a 5xx`,
    `${history.faults.length} faults`,
    `${state.results.length} results`,
    `${messages} messages, ${state.mails.length - messages} extra copies`,
    `${state.credentials.length} credentials`,
    `${state.auditEvents.length} audit events`,
  ].join('; ');
}

export function findingLines(findings: readonly Finding[]): string {
  return findings.map(({ rule, text }) => `${rule}: ${text}`).join('\n');
}
