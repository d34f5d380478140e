import { problemOf } from '@governance/http';
import { requestContext } from '@governance/runtime';
import { type Request, type RequestHandler, type Response } from 'express';
import { pageHeaders } from './page-headers';
import { PageProblem } from './page-problem';
import { type PageRenderer, type RenderedPage } from './page-renderer';
import { type PageName, type PageViews } from './page-views';
import { pageOfError, type ProblemPage } from './problem-page';

/** Sends pages with their headers, and the page for an error. */
export class PageAnswers {
  constructor(private readonly renderer: PageRenderer) {}

  send<Name extends PageName>(res: Response, page: Name, view: PageViews[Name]): void {
    this.sendRendered(res, this.renderer.page(page, view));
  }

  sendRendered(res: Response, { html, headers }: RenderedPage): void {
    res.set(headers).type('html').send(html);
  }

  sendProblem(res: Response, { status, ...view }: ProblemPage): void {
    if (status === 503) res.set('retry-after', '2');
    this.send(res.status(status), 'problem', view);
  }

  redirect(res: Response, path: string): void {
    res.set(pageHeaders).redirect(303, path);
  }

  /** The handler that answers every error with a page. */
  to<Params>(handler: (req: Request<Params>, res: Response) => Promise<void>): RequestHandler<Params> {
    return (req, res) => {
      handler(req, res).catch((error: unknown) => {
        if (error instanceof PageProblem) {
          this.sendProblem(res, error.page);
          return;
        }
        requestContext(req).problem = problemOf(error);
        this.sendProblem(res, pageOfError(error));
      });
    };
  }
}
