import { isCallOf, isDone } from '../history/history';
import { type Check } from './finding';

/** Every acknowledged job is done, or given up as documented. */
export const noJobIsLost: Check = ({ history, state }) => {
  const done = new Set(state.jobs.map(({ result, kind }) => `${kind} of ${result}`));
  return history.calls
    .filter(isCallOf('document', 'check'))
    .filter(isDone)
    .map(({ operation: { kind, result } }) => `${kind} of ${result}`)
    .filter((job) => !done.has(job))
    .map((text) => ({ rule: 'lost job', text }));
};

/** Clients ask once for each. */
export const noJobIsRepeated: Check = ({ state }) =>
  state.jobs
    .filter(({ times }) => times > 1)
    .map(({ result, kind, times }) => ({
      rule: 'repeated job',
      text: `${kind} of ${result}, ${times} times`,
    }));
