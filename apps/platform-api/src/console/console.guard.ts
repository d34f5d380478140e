import { type ConsoleSession } from '@governance/iam';
import { requestContext } from '@governance/runtime';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { ConsoleSessions } from './console-sessions';
import { FormProof } from './form-proof';
import { NotSignedIn } from './not-signed-in';

/** Opens a page to people with a session, and a form to those whose page sent it. */
@Injectable()
export class ConsoleGuard implements CanActivate {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly proof: FormProof,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    const isForm = req.method === 'POST';
    if (isForm) this.proof.checkOrigin(req);
    const session = await this.sessions.find(req);
    if (!session) throw new NotSignedIn();
    if (isForm) this.proof.checkToken(session, requestContext(req).form);
    requestContext(req).consoleSession = session;
    return true;
  }
}

/** The session of a handler behind `ConsoleGuard`. */
export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): ConsoleSession => {
    const session = requestContext(context.switchToHttp().getRequest<Request>()).consoleSession;
    if (!session) throw new Error('a handler that needs a session must be behind ConsoleGuard');
    return session;
  },
);
