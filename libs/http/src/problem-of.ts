import { Problem, RuleViolation, Unavailable } from '@governance/kernel';
import { HttpException } from '@nestjs/common';
import { storeUnavailable } from './openapi/api-problem.decorator';

/** Converts an error to the problem of its request. An error other than a `Problem` reveals no details to the client. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RuleViolation) return new Problem('invalid', error.message);
  // Never reported as the client's fault (decided: 503, never 401).
  if (error instanceof Unavailable) {
    return storeUnavailable({ cause: error.cause, headers: { 'retry-after': '2' } });
  }
  if (error instanceof HttpException && error.getStatus() < 500) {
    return new Problem('invalid', 'the request is not valid', { cause: error });
  }
  return new Problem('internal', 'something went wrong on our side', { cause: error });
}
