import { hasFailed } from '../history/history';
import { type Check, type Finding } from './finding';

/** Requests fail only during a fault and shortly after. A 500 is a defect at all times (docs/operations.md). */
export const answersFailOnlyInFaults: Check = ({ history, promises }) => {
  const findings: Finding[] = [];
  for (const call of history.calls.filter(hasFailed)) {
    const { id, operation, replica, sentAt, endedAt, answer } = call;
    const text = `${id} ${operation.kind} at ${replica}: ${answer?.status ?? 'no answer'} ${answer?.error ?? ''}, sent at ${Math.round(sentAt)} ms`;
    if (answer?.status === 500) findings.push({ rule: 'internal error', text });
    const isExcused = history.faults.some(
      ({ began, ended }) => endedAt >= began && sentAt <= ended + promises.recoveryMs,
    );
    if (!isExcused) findings.push({ rule: 'failure outside a fault', text });
  }
  return findings;
};
