import { ApiError } from '@governance/client';
import { type FormProblem, formProblemOf } from '../form-problem';

/**
 * Why the API refused to make a request to a host of the organization. `probes`: what is limited, such as `tests`.
 * @throws the error itself if it is another one.
 */
export function probeProblemOf(error: unknown, probes: string): FormProblem {
  if (!(error instanceof ApiError) || error.status !== 429) return formProblemOf(error);
  const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? 0) / 60));
  const wait = minutes === 1 ? 'one minute' : `${minutes} minutes`;
  return {
    status: 429,
    text: `Your organization has made too many ${probes} in the last 15 minutes, so this one was not made. Try again in ${wait}.`,
  };
}
