import { StoreUnavailable } from '@governance/assessments';
import { AccessRefused } from '@governance/auth-guards';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import { type Request, type Response } from 'express';
import { allowedMethods } from './allowed-methods';
import { Problem } from './problem';
import { type Surface } from './surface';

/** The one place where an error becomes a response. What is not a `Problem` tells the client nothing about itself. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Request');

  constructor(private readonly surface: Surface) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const req = http.getRequest<Request>();
    const res = http.getResponse<Response>();
    const problem = problemOf(error, req);
    if (problem.status >= 500)
      this.logger.error({ requestId: req.headers['x-request-id'], error: problem.cause });
    if (res.headersSent) {
      res.destroy();
      return;
    }
    res.status(problem.status).set(problem.headers).json(this.surface.renderProblem(problem));
  }
}

function problemOf(error: unknown, req: Request): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof AccessRefused) return new Problem(error.kind, error.text);
  if (error instanceof StoreUnavailable) {
    return new Problem('unavailable', 'the service is temporarily unavailable, try again', {
      cause: error.cause,
      headers: { 'retry-after': '2' },
    });
  }
  // Our code throws Problems, so a 404 of the framework is a request that met no route.
  if (error instanceof NotFoundException) return unroutedProblem(req);
  if (error instanceof HttpException && error.getStatus() < 500) {
    return new Problem('invalid', 'the request is not valid', { cause: error });
  }
  return new Problem('internal', 'something went wrong on our side', { cause: error });
}

function unroutedProblem(req: Request): Problem {
  const methods = allowedMethods(req);
  if (methods.length === 0) return new Problem('not_found', 'there is nothing at this path');
  const allow = methods.join(', ');
  return new Problem('method_not_allowed', `this path answers ${allow}`, { headers: { allow } });
}
