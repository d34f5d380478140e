/** What the requests of each kind name. Secrets appear as fingerprints. */
interface Subjects {
  submit: {
    readonly submission: number;
    readonly keyed: boolean;
    readonly address?: string;
    readonly name?: string;
  };
  /** `client` is the address that the proxy in front names. */
  resend: { readonly result: string; readonly client: string };
  verify: { readonly result: string };
  /** Asks for the PDF of a certificate. */
  document: { readonly result: string };
  /** Names a domain. */
  domain: { readonly result: string };
  /** Asks for a check of that domain. */
  check: { readonly result: string };
  invite: { readonly address: string };
  create: { readonly name: string };
  rotate: { readonly credential: string };
  revoke: { readonly credential: string };
  /** Gets a token with a secret and calls the platform with it. */
  authenticate: { readonly credential: string; readonly secret: string };
  /** Calls the platform with a token of earlier. */
  access: { readonly credential: string };
  demote: { readonly member: string };
  remove: { readonly member: string };
  'read-as': { readonly member: string };
  'write-as': { readonly member: string };
  /** Whether a service lives. */
  probe: { readonly path: string };
  /** Whether a service can serve requests now. */
  readiness: unknown;
  /** Calls the platform with a token whose key no provider has published. */
  forge: unknown;
}

/** What a request asked for. */
export type Operation = {
  [Kind in keyof Subjects]: Subjects[Kind] & { readonly kind: Kind };
}[keyof Subjects];

export interface Answer {
  readonly status: number;
  /** The id of what was created. */
  readonly id?: string;
  /** The fingerprint of the returned secret. */
  readonly secret?: string;
  /** Of a verification. */
  readonly valid?: boolean;
  /** Of a failure. */
  readonly error?: string;
}

/** A request and its answer, with times in milliseconds since the run began. Without an answer, it may have taken effect at any time after it was sent, or never. */
export interface Call {
  readonly kind: 'call';
  /** Also its `x-request-id`. */
  readonly id: string;
  readonly operation: Operation;
  /** The process that received it. */
  readonly replica: string;
  readonly sentAt: number;
  /** When the answer came, or the client gave up. */
  readonly endedAt: number;
  readonly answer?: Answer;
}

/** A fault, from its injection until its cause is removed and the programs report ready. */
export interface FaultWindow {
  readonly kind: 'fault';
  readonly fault: string;
  readonly began: number;
  /** When its cause began to be removed. */
  readonly ending?: number;
  readonly ended: number;
  /** What the fault itself saw and should not have seen. */
  readonly problems?: readonly FaultProblem[];
}

export interface FaultProblem {
  readonly rule: 'browser not replaced' | 'orphan process';
  readonly text: string;
}

/** One line of the file of a run. */
export type HistoryLine = Call | FaultWindow;

export interface History {
  readonly calls: readonly Call[];
  readonly faults: readonly FaultWindow[];
}

/** The prefix of the ids of calls, by which their audit events are recognised. */
export const callPrefix = 'fault-run-';

/** A replica whose clock is wrong refuses valid tokens: this answer shows nothing about the caller. */
export function isOfWrongClock(call: Call, history: History): boolean {
  return call.answer?.status === 401 && hasWrongClock(call, history);
}

/**
 * By a clock that is behind, the lease of a change has ended when it begins. The reconciler takes the change over, and the
 * request is answered that it is unknown whether the change took effect (409).
 */
export function isTakenOver(call: Call, history: History): boolean {
  return call.operation.kind === 'rotate' && call.answer?.status === 409 && hasWrongClock(call, history);
}

function hasWrongClock({ replica, sentAt, endedAt }: Call, { faults }: History): boolean {
  return (
    replica.startsWith('platform-api/') &&
    faults.some(
      ({ fault, began, ended }) =>
        fault === 'F28-platform' && endedAt >= began && sentAt <= ended + clockSettlesMs,
    )
  );
}

/** A clock that was set right is read at least once a second. */
const clockSettlesMs = 2_000;

/** A call of one kind, with its operation narrowed. */
export type CallOf<Kind extends Operation['kind']> = Call & {
  readonly operation: Extract<Operation, { readonly kind: Kind }>;
};

export function isCallOf<Kind extends Operation['kind']>(
  ...kinds: readonly Kind[]
): (call: Call) => call is CallOf<Kind> {
  return (call): call is CallOf<Kind> => kinds.some((kind) => kind === call.operation.kind);
}

/** Whether the client knows that the call took effect. */
export function isDone({ answer }: Call): boolean {
  return answer !== undefined && answer.status < 300;
}

/** Whether the client knows that the call took no effect. An outage (5xx) says nothing about the effect. */
export function isRefused({ answer }: Call): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status < 500;
}

/** Whether the service failed to answer it. That it is not ready is an answer. */
export function hasFailed({ operation, answer }: Call): boolean {
  return operation.kind !== 'readiness' && (answer === undefined || answer.status >= 500);
}
