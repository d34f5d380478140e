import { ApiError } from '@governance/client';
import { type FormProblem, formProblemOf, type SentForm } from '../form-problem';

/**
 * Reads why the API refused to make a request to a host of the organization. `probes`: what is limited, such as `tests`.
 * Throws the error itself if it is another one.
 */
export function probeProblem(probes: string) {
  return (error: unknown, sent: SentForm): FormProblem => {
    if (!(error instanceof ApiError) || error.status !== 429) return formProblemOf(error, sent);
    const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? 0) / 60));
    const wait = minutes === 1 ? 'one minute' : `${minutes} minutes`;
    return {
      status: 429,
      text: `Your organization has made too many ${probes} in the last 15 minutes, so this one was not made. Try again in ${wait}.`,
    };
  };
}
