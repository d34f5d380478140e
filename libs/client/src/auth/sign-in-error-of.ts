import * as openid from 'openid-client';
import { SignInError } from './sign-in-error';

/** The error of the OAuth library as ours. Its causes are left out: they hold requests and responses. */
export function signInErrorOf(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof openid.ResponseBodyError)
    return new SignInError(error.error_description ?? error.error, error.error, error.status);
  if (error instanceof openid.ClientError) {
    const response = error.cause instanceof Response ? error.cause : undefined;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    return new SignInError(reason, error.code ?? 'invalid_response', response?.status);
  }
  return new SignInError(error instanceof Error ? messageOf(error) : String(error), 'no_response');
}

/** Node wraps the reason of a failed request. */
function messageOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}
