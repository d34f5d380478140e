import { callPrefix, isCallOf, isDone, isRefused, isTakenOver } from '../history/history';
import { type StoredAuditEvent } from '../history/final-state';
import { type Check, type Finding, grouped } from './finding';

const isAudited = isCallOf('create', 'rotate', 'revoke', 'invite', 'demote', 'remove');

/** The delivery of an invitation is recorded later, under the id of the request that asked for it. */
const consequence = 'org-invitations:deliver';

function isOfWrite({ requestId, operation, outcome }: StoredAuditEvent): boolean {
  return requestId.startsWith(callPrefix) && operation !== consequence && outcome === 'done';
}

/** Every acknowledged write has one event, and no event says that a refused write was done. */
export const auditIsComplete: Check = ({ history, state }) => {
  const done = grouped(state.auditEvents.filter(isOfWrite), ({ requestId }) => requestId);
  const calls = new Map(history.calls.map((call) => [call.id, call]));
  const findings: Finding[] = history.calls
    .filter(isAudited)
    .filter((call) => isDone(call) && !done.has(call.id))
    .map(({ id, operation }) => ({ rule: 'missing audit event', text: `${id} ${operation.kind}` }));
  for (const [id, events] of done) {
    const call = calls.get(id);
    if (call === undefined || (isRefused(call) && !isTakenOver(call, history)))
      findings.push({ rule: 'invented audit event', text: id });
    if (events.length > 1)
      findings.push({ rule: 'repeated audit event', text: `${id}, ${events.length} times` });
  }
  return findings;
};

export const auditTreeHolds: Check = ({ state }) =>
  state.auditProblems.map((text) => ({ rule: 'broken audit tree', text }));
