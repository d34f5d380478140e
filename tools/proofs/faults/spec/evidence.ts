import { type Evidence, type Promises } from '../src/checker/finding';
import { type FinalState } from '../src/history/final-state';
import { type Answer, type Call, callPrefix, type FaultWindow, type Operation } from '../src/history/history';

export const promises: Promises = {
  recoveryMs: 100,
  recordingMs: 50,
  noticedMs: 20,
  cutOffMs: 1_000,
  mailsPerRecipient: 3,
  resendsPerClient: 2,
};

const nothing: FinalState = {
  results: [],
  jobs: [],
  deliveries: [],
  mails: [],
  rejected: [],
  trapRequests: [],
  credentials: [],
  clients: [],
  unfinished: 0,
  auditEvents: [],
  auditProblems: [],
  orphans: [],
};

/** A call that is answered 10 ms after it was sent; without a status it is not answered. */
export function call(
  operation: Operation,
  { sentAt, number = sentAt, ...answer }: { sentAt: number; number?: number } & Partial<Answer>,
): Call {
  const { status } = answer;
  return {
    kind: 'call',
    id: `${callPrefix}${number}`,
    operation,
    replica: 'a replica',
    sentAt,
    endedAt: sentAt + 10,
    ...(status !== undefined && { answer: { ...answer, status } }),
  };
}

export function fault(began: number, ended: number, name = 'a fault'): FaultWindow {
  return { kind: 'fault', fault: name, began, ended };
}

export function evidence({
  calls = [],
  faults = [],
  ...state
}: { calls?: readonly Call[]; faults?: readonly FaultWindow[] } & Partial<FinalState>): Evidence {
  return { history: { calls, faults }, state: { ...nothing, ...state }, promises };
}
