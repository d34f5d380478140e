import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { requestContext } from '@governance/runtime';
import { ConsolePages, type ShownPage } from './console-pages';
import { sendFile, type SentFile } from './send-file';

/** The browser asks for this page of the console next, with GET. */
export interface Redirect {
  /** Such as `connections`; empty for the overview. */
  readonly to: string;
  /** Below it. */
  readonly id?: string;
  /** What was done, by the key of a notice of that page. */
  readonly done?: string;
}

/** What the handler of a page returns. */
export type PageAnswer = ShownPage | Redirect | SentFile;

/** Sends what the handlers of pages return. */
@Injectable()
export class PageAnswers implements NestInterceptor<PageAnswer, void> {
  constructor(private readonly pages: ConsolePages) {}

  intercept(context: ExecutionContext, next: CallHandler<PageAnswer>): Observable<void> {
    const http = context.switchToHttp();
    const { consoleSession: session } = requestContext(http.getRequest<Request>());
    const res = http.getResponse<Response>();
    return next.handle().pipe(
      mergeMap(async (answer) => {
        if ('to' in answer) this.pages.redirect(res, pathOf(answer));
        else if ('content' in answer) await sendFile(res, answer);
        else this.pages.send(res, { session, ...answer });
      }),
    );
  }
}

function pathOf({ to, id, done }: Redirect): string {
  const below = id === undefined ? to : `${to}/${encodeURIComponent(id)}`;
  return `/console${below && `/${below}`}${done === undefined ? '' : `?done=${done}`}`;
}
