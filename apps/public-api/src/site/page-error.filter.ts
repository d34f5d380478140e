import { problemOf } from '@governance/http';
import { requestContext } from '@governance/runtime';
import { type ArgumentsHost, type ExceptionFilter, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { pageHeaders } from './page-headers';
import { PageRenderer } from './page-renderer';
import { type ProblemTexts, problemText } from './problem-texts';

/** Errors of a page are pages; nothing of the error itself is shown. */
@Injectable()
export abstract class PageErrorFilter implements ExceptionFilter {
  /** What the page is about. */
  protected abstract readonly texts: ProblemTexts;

  constructor(private readonly renderer: PageRenderer) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const problem = problemOf(error);
    const res = host.switchToHttp().getResponse<Response>();
    requestContext(res.req).problem = problem;
    const page = problemText(problem.kind, this.texts);
    res.status(problem.status).set({ ...pageHeaders(), ...problem.headers });
    res.send(this.renderer.render('problem', page));
  }
}
