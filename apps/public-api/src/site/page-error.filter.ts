import { StoreUnavailable } from '@governance/assessments';
import { noteProblem, Problem, problemOf } from '@governance/http';
import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { pageHeaders } from './page-headers';
import { PageRenderer } from './page-renderer';

interface ProblemPage {
  readonly status: number;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const notFound: ProblemPage = {
  status: 404,
  title: 'No such certificate',
  paragraphs: [
    'We have no certificate under this address. Compare it with the one on the certificate: each character counts.',
    'If the code or the link on a certificate led you here, do not rely on that certificate: what it says cannot be confirmed.',
  ],
};
const unavailable: ProblemPage = {
  status: 503,
  title: 'Please try again in a moment',
  paragraphs: [
    'We cannot look up certificates right now. That says nothing about the certificate you want to check.',
  ],
};
const failed: ProblemPage = {
  ...unavailable,
  status: 500,
  title: 'Something went wrong on our side',
};

const refused: ProblemPage = {
  status: 400,
  title: 'This request cannot be answered',
  paragraphs: ['Please open the address as it stands on the certificate, with nothing added.'],
};

/** Errors of a page are pages; nothing of the error itself is shown. */
@Catch()
@Injectable()
export class PageErrorFilter implements ExceptionFilter {
  constructor(private readonly renderer: PageRenderer) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const page = pageOf(error);
    const res = host.switchToHttp().getResponse<Response>().status(page.status).set(pageHeaders);
    noteProblem(res, problemOf(error));
    if (page === unavailable) res.set('retry-after', '2');
    res.send(this.renderer.render('problem', page));
  }
}

function pageOf(error: unknown): ProblemPage {
  if (error instanceof StoreUnavailable) return unavailable;
  if (!(error instanceof Problem) || error.status >= 500) return failed;
  return error.kind === 'not_found' ? notFound : { ...refused, status: error.status };
}
