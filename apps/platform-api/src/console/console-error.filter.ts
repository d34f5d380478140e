import { problemOf } from '@governance/http';
import { Problem } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { NotSignedIn } from './not-signed-in';
import { ConsolePages } from './console-pages';
import { ConsoleSettings } from './console-settings';
import { problemOfCall } from './problem-of-call';
import { textsOf } from './problem-texts';

/** Errors are pages, and say what to do. A page for people with a session leads those without one to the sign-in. */
@Catch()
@Injectable()
export class ConsoleErrorFilter implements ExceptionFilter {
  constructor(
    private readonly pages: ConsolePages,
    private readonly settings: ConsoleSettings,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const req = host.switchToHttp().getRequest<Request>();
    const res = host.switchToHttp().getResponse<Response>();
    if (error instanceof NotSignedIn && req.method === 'GET') {
      const returnTo = new URLSearchParams({ return_to: req.path });
      res.set('cache-control', 'no-store');
      res.redirect(303, `${this.settings.baseUrl}/console/sign-in?${returnTo.toString()}`);
      return;
    }
    const problem = problemOf(problemOfCall(error));
    requestContext(req).problem = problem;
    this.show(res, problem, requestContext(req).id);
  }

  private show(res: Response, problem: Problem, requestId: string | undefined): void {
    const { title, ...texts } = textsOf(problem);
    if (problem.headers['retry-after'] !== undefined) res.set('retry-after', problem.headers['retry-after']);
    this.pages.send(res, 'problem', { title, view: { ...texts, requestId }, status: problem.status });
  }
}
