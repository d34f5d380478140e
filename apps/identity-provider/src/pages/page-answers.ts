import { problemOf } from '@governance/http';
import { requestContext } from '@governance/runtime';
import { type Request, type RequestHandler, type Response } from 'express';
import { isExpected, pageOf } from '../sign-in/page-of-error';
import { pageHeaders } from './page-headers';
import { type PageRenderer } from './page-renderer';
import { type PageName, type PageViews } from './page-views';
import { type ProblemPage } from './problem-page';

/** Sends pages with their headers, and the page for an error. */
export class PageAnswers {
  constructor(private readonly renderer: PageRenderer) {}

  send<Name extends PageName>(res: Response, page: Name, view: PageViews[Name]): void {
    const { html, headers } = this.renderer.page(page, view);
    res.set(headers).type('html').send(html);
  }

  sendProblem(res: Response, { status, ...view }: ProblemPage): void {
    if (status === 503) res.set('retry-after', '2');
    this.send(res.status(status), 'problem', view);
  }

  redirect(res: Response, path: string): void {
    res.set(pageHeaders).redirect(303, path);
  }

  to<Params>(handler: (req: Request<Params>, res: Response) => Promise<void>): RequestHandler<Params> {
    return (req, res) => {
      handler(req, res).catch((error: unknown) => {
        if (!isExpected(error)) requestContext(req).problem = problemOf(error);
        this.sendProblem(res, pageOf(error));
      });
    };
  }
}
