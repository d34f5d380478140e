import { type ConsoleSession } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { ConsolePermissions } from './console-permissions';
import { ConsoleSessions } from './console-sessions';
import { ConsoleSettings } from './console-settings';
import { FormProof } from './form-proof';
import { MissingFactor } from './missing-factor';
import { hasGatedForms, sectionAt } from './navigation';
import { NotSignedIn } from './not-signed-in';

/** Opens a page to people with a session, and a form to those whose page sent it. */
@Injectable()
export class ConsoleGuard implements CanActivate {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly proof: FormProof,
    private readonly permissions: ConsolePermissions,
    private readonly settings: ConsoleSettings,
    private readonly factor: MissingFactor,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    const isForm = req.method === 'POST';
    if (isForm) this.proof.checkOrigin(req);
    const session = await this.sessions.find(req);
    if (!session) throw new NotSignedIn();
    if (isForm) this.proof.checkToken(session, requestContext(req).form);
    requestContext(req).consoleSession = session;
    // For the navigation. If the API does not answer, the call of the page says so; signing out needs none.
    await this.permissions.of(session).catch(() => undefined);
    this.checkSection(req.path);
    if (!isForm && hasGatedForms(req.path))
      requestContext(req).isFactorMissing = await this.factor.isMissing(session).catch(() => false);
    return true;
  }

  /** The API answers 404 for a group that is not live. A page says why. */
  private checkSection(path: string): void {
    const group = sectionAt(path)?.group;
    const { live, elsewhere } = this.settings;
    if (group === undefined || live.has(group)) return;
    const code = elsewhere.has(group) ? 'managed_elsewhere' : 'section_not_live';
    throw new Problem('not_found', 'the endpoint group of this page is not live', { code });
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
