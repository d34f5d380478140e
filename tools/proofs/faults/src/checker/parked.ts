import { isCallOf } from '../history/history';
import { type Check, type Evidence, type Finding } from './finding';

/** The address that each message is for, as far as the clients know it. */
function addresses({ history, state }: Evidence): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const bySubmission = new Map<number, string>();
  for (const { operation, answer } of history.calls.filter(isCallOf('submit', 'invite'))) {
    if (operation.address === undefined) continue;
    if (answer?.id !== undefined) known.set(answer.id, operation.address);
    if (operation.kind === 'submit') bySubmission.set(operation.submission, operation.address);
  }
  for (const { id, submission } of state.results) {
    const address = bySubmission.get(submission);
    if (address !== undefined) known.set(id, address);
  }
  return known;
}

/** Only a message whose recipient the mail server rejected for good may stay parked. */
export const onlyRejectedMailIsParked: Check = (evidence) => {
  const { state } = evidence;
  const rejected = new Set(state.rejected);
  const known = addresses(evidence);
  return (
    state.deliveries
      .filter((delivery) => delivery.state === 'parked')
      // An unanswered invitation has an address that no client knows.
      .filter(({ about }) => known.has(about) && !rejected.has(known.get(about) ?? ''))
      .map(({ id, about }): Finding => ({ rule: 'needlessly parked mail', text: `${id} about ${about}` }))
  );
};
