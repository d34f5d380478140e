import * as openid from 'openid-client';
import { networkReason } from '../http/network-reason';
import { SignInError } from './sign-in-error';

/** The error of the OAuth library as ours, or one of ours that it wraps. Its causes are left out: they hold requests and responses. */
export function signInErrorOf(error: unknown): SignInError {
  const ours = [error, (error as Error | undefined)?.cause].find((each) => each instanceof SignInError);
  if (ours) return ours;
  if (error instanceof openid.ResponseBodyError)
    return new SignInError(error.error_description ?? error.error, error.error, error.status);
  if (error instanceof openid.ClientError) return ofClient(error);
  return new SignInError(networkReason(error), 'no_response');
}

function ofClient({ message, cause, code = 'invalid_response' }: openid.ClientError): SignInError {
  const response = cause instanceof Response ? cause : undefined;
  return new SignInError(cause instanceof Error ? cause.message : message, code, response?.status);
}
