import { ApiError, ConnectionError, SignInError } from '@governance/client';
import { Problem, type ProblemKind } from '@governance/kernel';

const kinds: Readonly<Record<number, ProblemKind>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'unprocessable',
  429: 'too_many',
};

/** What a page says of a failed call of the API. Other errors stay as they are. */
export function problemOfCall(error: unknown): unknown {
  if (error instanceof ApiError) {
    const { status, description: text, code } = error;
    const kind = kinds[status] ?? (status === 500 ? 'internal' : 'unavailable');
    return new Problem(kind, text, { cause: error.operation, ...(code !== undefined && { code }) });
  }
  if (error instanceof ConnectionError)
    return new Problem('unavailable', 'the API does not answer', { cause: error });
  return error instanceof SignInError ? problemOfSignIn(error) : error;
}

/** The provider refuses what is over or was never valid; else it is out of reach. */
export function problemOfSignIn(error: unknown): unknown {
  if (!(error instanceof SignInError)) return error;
  // The error names a response of the provider, which may hold tokens: only its code is kept.
  const cause = `the identity provider: ${error.code}`;
  return isRefusal(error)
    ? new Problem('unauthenticated', 'the sign-in is no longer valid', { cause })
    : new Problem('unavailable', 'the identity provider does not answer', { cause });
}

/** Whether a further attempt with the same token is in vain. */
export function isRefusal({ code, status }: SignInError): boolean {
  if (code === 'session_ended' || code === 'invalid_grant') return true;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
