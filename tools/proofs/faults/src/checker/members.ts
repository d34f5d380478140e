import { type CallOf, hasFailed, isCallOf, isDone, isOfWrongClock } from '../history/history';
import { type Check, type Finding } from './finding';

type MemberCall = CallOf<'demote' | 'remove' | 'read-as' | 'write-as'>;

/** A write names an object that does not exist: 404 shows that the caller had the right. */
function isAccepted({ answer }: MemberCall): boolean {
  return answer !== undefined && answer.status < 500 && answer.status !== 401 && answer.status !== 403;
}

/** Tokens of a demoted or removed member: no write from then on, and no read after a minute (docs/adr/0020). */
export const removedRightsStayRemoved: Check = ({ history, promises }) => {
  const cutAt = new Map<string, number>();
  for (const { operation, endedAt } of history.calls.filter(isCallOf('demote', 'remove')).filter(isDone))
    cutAt.set(operation.member, endedAt);
  return history.calls
    .filter(isCallOf('read-as', 'write-as'))
    .filter((call) => {
      const graceMs = call.operation.kind === 'write-as' ? 0 : promises.cutOffMs;
      return isAccepted(call) && call.sentAt > (cutAt.get(call.operation.member) ?? Infinity) + graceMs;
    })
    .map(({ id, replica }) => ({ rule: 'removed rights accepted', text: `${id} by ${replica}` }));
};

/** A member keeps the rights until an admin tries to take them. */
export const rightsAreKept: Check = ({ history }) => {
  const triedAt = new Map<string, number>();
  for (const { operation, sentAt } of history.calls.filter(isCallOf('demote', 'remove')))
    triedAt.set(operation.member, sentAt);
  return history.calls
    .filter(isCallOf('read-as', 'write-as'))
    .filter((call) => !hasFailed(call) && !isAccepted(call) && !isOfWrongClock(call, history))
    .filter(({ operation, endedAt }) => endedAt < (triedAt.get(operation.member) ?? Infinity))
    .map(({ id, replica }): Finding => ({ rule: 'rights lost', text: `${id} by ${replica}` }));
};
