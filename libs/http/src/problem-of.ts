import { StoreUnavailable, Problem } from '@governance/kernel';
import { TokenVerifierUnavailable } from '@governance/auth-guards';
import { IdentityProviderUnavailable } from '@governance/iam';
import { HttpException } from '@nestjs/common';

/** What an error means for the request that met it. What is not a `Problem` tells the client nothing about itself. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) {
    return new Problem('unavailable', 'the service is temporarily unavailable, try again', {
      cause: error.cause,
      headers: { 'retry-after': '2' },
    });
  }
  if (error instanceof HttpException && error.getStatus() < 500) {
    return new Problem('invalid', 'the request is not valid', { cause: error });
  }
  return new Problem('internal', 'something went wrong on our side', { cause: error });
}

/** Whatever we need is away for now; the caller is never told that it is at fault (decided: 503, never 401). */
function isUnavailable(error: unknown): error is Error {
  return [StoreUnavailable, TokenVerifierUnavailable, IdentityProviderUnavailable].some(
    (kind) => error instanceof kind,
  );
}
