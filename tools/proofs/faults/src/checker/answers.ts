import { type Call, type FaultWindow, hasFailed } from '../history/history';
import { catalogued } from '../schedule/catalogue';
import { type Check, type Finding, type Promises } from './finding';

const recoverySeconds = 5;

/** How long after a fault requests may fail. */
export function recoveryMsOf({ fault }: FaultWindow, promises: Promises): number {
  const known = catalogued(fault);
  return known ? (known.recoverySeconds ?? recoverySeconds) * 1_000 : promises.recoveryMs;
}

/** Whether a call was under way during a fault or its recovery. */
export function isTouched(call: Call, window: FaultWindow, promises: Promises): boolean {
  return call.endedAt >= window.began && call.sentAt <= window.ended + recoveryMsOf(window, promises);
}

/**
 * Requests fail only during a fault that clients may notice, and shortly after. A 500 is a defect at all times
 * (docs/operations.md).
 */
export const answersFailOnlyInFaults: Check = ({ history, promises }) => {
  const findings: Finding[] = [];
  const noticeable = history.faults.filter(({ fault }) => catalogued(fault)?.isUnnoticed !== true);
  for (const call of history.calls.filter(hasFailed)) {
    const { id, operation, replica, sentAt, answer } = call;
    const text = `${id} ${operation.kind} at ${replica}: ${answer?.status ?? 'no answer'} ${answer?.error ?? ''}, sent at ${Math.round(sentAt)} ms`;
    if (answer?.status === 500) findings.push({ rule: 'internal error', text });
    if (!noticeable.some((window) => isTouched(call, window, promises)))
      findings.push({ rule: 'failure outside a fault', text });
  }
  return findings;
};

/** A token whose key is unknown is refused, or not judged during an outage of the provider. */
export const forgedTokensAreRefused: Check = ({ history }) =>
  history.calls
    .filter(
      ({ operation, answer }) => operation.kind === 'forge' && answer !== undefined && answer.status < 400,
    )
    .map(({ id, replica }) => ({ rule: 'forged token accepted', text: `${id} at ${replica}` }));
