import { type History } from '../history/history';
import { type FinalState } from '../history/final-state';

/** The promises that a run checks, each named for its violation. */
export const ruleNames = [
  'lost submission',
  'repeated submission',
  'invented row',
  'lost job',
  'repeated job',
  'lost mail',
  'invented mail',
  'repeated mail',
  'changed mail',
  'needlessly parked mail',
  'mixed-up certificate',
  'unescaped text',
  'budget exceeded',
  'resend limit exceeded',
  'impossible credential history',
  'revoked credential accepted',
  'removed rights accepted',
  'rights lost',
  'lost credential',
  'invented credential',
  'orphan client',
  'unfinished change',
  'missing audit event',
  'repeated audit event',
  'invented audit event',
  'broken audit tree',
  'forged token accepted',
  'browser not replaced',
  'orphan process',
  'not alive',
  'falsely ready',
  'failure outside a fault',
  'internal error',
] as const;

export type RuleName = (typeof ruleNames)[number];

/** A promise that the run broke. */
export interface Finding {
  readonly rule: RuleName;
  readonly text: string;
}

/** What the service promises, with the tolerances of the run. */
export interface Promises {
  /** How long after a fault a message may be accepted that it kept from being recorded, and requests may fail if it is not catalogued. */
  readonly recoveryMs: number;
  /** How long before a fault a message may have been accepted whose delivery the fault keeps from being recorded. */
  readonly recordingMs: number;
  /** How long after the loss of PostgreSQL a service may still call itself ready. */
  readonly noticedMs: number;
  /** For how long reads accept a token without a fresh look at the cut-offs. */
  readonly cutOffMs: number;
  /** `EMAIL_BUDGET_RECIPIENT_HOUR` of the run. */
  readonly mailsPerRecipient: number;
  /** `RESEND_LIMIT` of the run, in a window that is longer than it. */
  readonly resendsPerClient: number;
}

export interface Evidence {
  readonly history: History;
  readonly state: FinalState;
  readonly promises: Promises;
}

/** A check is pure: evidence in, findings out. */
export type Check = (evidence: Evidence) => readonly Finding[];

export function grouped<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
