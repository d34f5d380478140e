import { Problem, RuleViolation, Unavailable } from '@governance/kernel';
import { HttpException } from '@nestjs/common';

/** What an error means for the request that met it. What is not a `Problem` tells the client nothing about itself. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RuleViolation) return new Problem('invalid', error.message);
  // The client is never told that it is at fault (decided: 503, never 401).
  if (error instanceof Unavailable) {
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
