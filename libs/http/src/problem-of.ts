import { StoreUnavailable } from '@governance/assessments';
import { AccessRefused } from '@governance/auth-guards';
import { HttpException } from '@nestjs/common';
import { Problem } from './problem';

/** What an error means for the request that met it. What is not a `Problem` tells the client nothing about itself. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof AccessRefused) return new Problem(error.kind, error.text);
  if (error instanceof StoreUnavailable) {
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
