import { requestContext } from '@governance/runtime';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { contentSecurityPolicy } from '../pages/page-headers';
import { type PageRenderer, type ScriptlessPage } from '../pages/page-renderer';
import { type PageViews } from '../pages/page-views';
import { over, type ProblemPage, refusedRequest } from '../pages/problem-page';

/** Routes that browsers open, by the library's names. Programs call the others and always get JSON. */
const routesOfPeople: ReadonlySet<string> = new Set([
  'authorization',
  'resume',
  'code_verification',
  'device_resume',
  'end_session',
  'end_session_confirm',
  'end_session_success',
]);

/** Whether the client is a browser that displays pages. */
export function wantsPage(ctx: KoaContextWithOIDC): boolean {
  return routesOfPeople.has(ctx.oidc.route) && ctx.accepts('json', 'html') === 'html';
}

/** The pages that the library renders through callbacks instead of redirects. */
export class OAuthPages {
  constructor(private readonly renderer: PageRenderer) {}

  /** Whether the response is one of the library's own pages. They run scripts, which our policy forbids. */
  isForeign(ctx: KoaContextWithOIDC): boolean {
    const isRedirect = ctx.status >= 300 && ctx.status < 400;
    return ctx.type === 'text/html' && !isRedirect && !requestContext(ctx.req).isOwnPage;
  }

  send<Name extends ScriptlessPage>(ctx: KoaContextWithOIDC, page: Name, view: PageViews[Name]): void {
    requestContext(ctx.req).isOwnPage = true;
    ctx.type = 'html';
    ctx.body = this.renderer.render(page, view);
  }

  sendProblem(ctx: KoaContextWithOIDC, { status, ...view }: ProblemPage): void {
    ctx.status = status;
    this.send(ctx, 'problem', view);
  }

  error(ctx: KoaContextWithOIDC, code: string, error: Error): void {
    const { status } = ctx;
    const page = error instanceof errors.SessionNotFound ? over : refusedRequest(code);
    this.sendProblem(ctx, { ...page, status: status >= 400 ? status : page.status });
  }

  /** Asks for confirmation, so that a link on another site cannot sign the user out. Reports it if there is no sign-in. */
  signOut(ctx: KoaContextWithOIDC): void {
    const { session, client } = ctx.oidc;
    const { postLogoutRedirectUri } = session?.state ?? {};
    if (typeof postLogoutRedirectUri === 'string') {
      // The response to this form redirects to the application's registered address.
      ctx.set('content-security-policy', contentSecurityPolicy(new URL(postLogoutRedirectUri).origin));
    }
    const view = { client: client?.clientName ?? '', signedIn: session?.accountId !== undefined };
    this.send(ctx, 'sign-out', { secret: formSecretOf(ctx), ...view });
  }

  signedOut(ctx: KoaContextWithOIDC): void {
    this.send(ctx, 'signed-out', {});
  }
}

/** The secret that the library expects in its forms. */
export function formSecretOf({ oidc }: KoaContextWithOIDC): string {
  const { secret } = oidc.session?.state ?? {};
  return typeof secret === 'string' ? secret : '';
}
