import { StepUpRequiredError } from '@governance/client';
import { problemOf } from '@governance/http';
import { type ConsoleSession, type Permission } from '@governance/iam';
import { requestContext } from '@governance/runtime';
import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { NotSignedIn } from './not-signed-in';
import { ConsolePages } from './console-pages';
import { ConsolePermissions } from './console-permissions';
import { ConsoleSettings } from './console-settings';
import { sectionAt } from './navigation';
import { problemOfCall } from './problem-of-call';
import { textsOf } from './problem-texts';
import { continuedField, type RefusedForm, StepUp } from './step-up';

/** Errors are pages, and say what to do. A page for people with a session leads those without one to the sign-in. */
@Catch()
@Injectable()
export class ConsoleErrorFilter implements ExceptionFilter {
  constructor(
    private readonly pages: ConsolePages,
    private readonly settings: ConsoleSettings,
    private readonly stepUp: StepUp,
    private readonly permissions: ConsolePermissions,
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
    if (error instanceof StepUpRequiredError) {
      const refused = refusedForm(req);
      if (refused) {
        this.stepUp.lead(res, refused, error).catch((failure: unknown) => {
          this.show(req, res, failure);
        });
        return;
      }
    }
    this.show(req, res, error);
  }

  private show(req: Request, res: Response, error: unknown): void {
    const problem = problemOf(problemOfCall(error));
    requestContext(req).problem = problem;
    const { id: requestId, consoleSession } = requestContext(req);
    // The navigation is for people whose session has not ended.
    const session = problem.kind === 'unauthenticated' ? undefined : consoleSession;
    const { title, ...texts } = textsOf(problem, session && this.missing(session, req));
    if (problem.headers['retry-after'] !== undefined) res.set('retry-after', problem.headers['retry-after']);
    const view = { ...texts, requestId };
    this.pages.send(res, { page: 'problem', title, view, session, status: problem.status });
  }

  /** The permission for a section that the navigation does not show. */
  private missing(session: ConsoleSession, { method, path }: Request): Permission | undefined {
    const permission = method === 'GET' ? sectionAt(path)?.permission : undefined;
    const isHeld = permission !== undefined && this.permissions.lastOf(session).has(permission);
    return isHeld ? undefined : permission;
  }
}

/** Undefined for a form that the second factor has not helped: another sign-in would lead here again. */
function refusedForm(req: Request): RefusedForm | undefined {
  const { consoleSession: session, form } = requestContext(req);
  return session && form && !form.has(continuedField) ? { session, path: req.path, form } : undefined;
}
