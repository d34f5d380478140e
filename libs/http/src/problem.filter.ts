import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { allowedMethods } from './allowed-methods';
import { type RefusedWrites } from './audit/refused-writes';
import { Problem } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { problemOf } from './problem-of';
import { type UnknownPages } from './pages/unknown-pages';
import { problemHeaders, type Surface } from './surface';

/** Turns every error into a response. An error other than a `Problem` reveals no details to the client. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    readonly surface: Surface,
    private readonly refusedWrites?: RefusedWrites,
    private readonly unknownPages?: UnknownPages,
  ) {}

  /** Nest does not await the result, which never rejects. */
  catch(error: unknown, host: ArgumentsHost): void | Promise<void> {
    const http = host.switchToHttp();
    const req = http.getRequest<Request>();
    const res = http.getResponse<Response>();
    // Our code throws Problems: a 404 of the framework is no route matched.
    const isUnrouted = error instanceof NotFoundException;
    const problem = isUnrouted ? unroutedProblem(req) : problemOf(error);
    requestContext(req).problem = problem;
    const page = isUnrouted && problem.kind === 'not_found' ? this.unknownPages?.pageFor(req) : undefined;
    if (page) {
      res.status(problem.status).set(page.headers).send(page.render());
      return;
    }
    const recorded = this.refusedWrites?.record(req, problem);
    if (recorded === undefined) this.answer(res, problem);
    else
      return recorded.then(() => {
        this.answer(res, problem);
      });
  }

  private answer(res: Response, problem: Problem): void {
    // The response may have started before the error, or the connection closed while the refusal was recorded.
    if (res.headersSent) res.destroy();
    else {
      const headers = problemHeaders(problem, this.surface);
      res.status(problem.status).set(headers).json(this.surface.renderProblem(problem));
    }
  }
}

/** RFC 9110, 15.1: without it caches may keep a 404 or 405, also when the path exists later. */
const noStore = { 'cache-control': 'no-store' };

function unroutedProblem(req: Request): Problem {
  const methods = allowedMethods(req);
  if (methods.length === 0) return new Problem('not_found', 'no such path', { headers: noStore });
  const allow = methods.join(', ');
  return new Problem('method_not_allowed', `this path answers ${allow}`, { headers: { allow, ...noStore } });
}
