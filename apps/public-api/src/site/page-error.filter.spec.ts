import { StoreUnavailable, Problem, problemStatus } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { type ArgumentsHost } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { PageErrorFilter } from './page-error.filter';
import { pageHeaders } from './page-headers';
import { PageRenderer } from './page-renderer';
import {
  assessmentProblems,
  certificateProblems,
  documentProblems,
  messageProblems,
  resultProblems,
} from './problem-texts';
import { SiteAssets } from './site-assets';

/** As much of a response as a page needs. */
class FakeResponse {
  readonly req = {};
  statusCode = 0;
  body = '';
  readonly headers: Record<string, string> = {};

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  set(name: string | Record<string, string>, value = ''): this {
    Object.assign(this.headers, typeof name === 'string' ? { [name]: value } : name);
    return this;
  }

  send(body: string): this {
    this.body = body;
    return this;
  }
}

const renderer = new PageRenderer(
  new SiteAssets(),
  {
    publicBaseUrl: 'https://www.example.com',
    platformBaseUrl: 'https://platform.example.com',
  },
  { name: '', contactUrl: '', privacyUrl: '' },
  { cookie: undefined },
);

class Filter extends PageErrorFilter {
  constructor(protected readonly texts = certificateProblems) {
    super(renderer);
  }
}

function answerTo(error: unknown, texts = certificateProblems): FakeResponse {
  const response = new FakeResponse();
  const host: ArgumentsHost = new ExecutionContextHost([{}, response]);
  new Filter(texts).catch(error, host);
  return response;
}

describe('PageErrorFilter', () => {
  it.each([
    [new Problem('not_found', 'private words'), 404, 'We cannot answer this request'],
    [new Problem('invalid', 'private words'), 400, 'We cannot answer this request'],
    [new Problem('too_large', 'private words'), 413, 'We cannot answer this request'],
    [new Problem('internal', 'private words'), 500, 'Something went wrong on our side'],
    [new StoreUnavailable(), 503, 'Try again in a few minutes'],
    [new Error('private words'), 500, 'Something went wrong on our side'],
    ['private words', 500, 'Something went wrong on our side'],
  ])('answers %p with %i and a page that keeps the error to itself', (error, status, heading) => {
    const { statusCode, headers, body } = answerTo(error);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject(pageHeaders());
    expect(body).toContain(`<h1>${heading}</h1>`);
    expect(body).not.toContain('private words');
  });

  it.each([
    [resultProblems, 'No such result'],
    [documentProblems, 'No certificate to download'],
    [messageProblems, 'This link is incomplete'],
  ])('is about what the page is about (%#)', (texts, heading) => {
    expect(answerTo(new Problem('not_found', 'private words'), texts).body).toContain(`<h1>${heading}</h1>`);
  });

  it('has words for what a form is refused for', () => {
    for (const kind of ['conflict', 'too_large', 'unavailable', 'invalid', 'internal'] as const) {
      const { statusCode, body } = answerTo(new Problem(kind, 'private words'), assessmentProblems);
      expect(statusCode).toBe(problemStatus[kind]);
      expect(body).toContain('Assessment</p>');
      expect(body).not.toContain('private words');
    }
  });

  it('says when to ask again', () => {
    const late = new Problem('too_many', 'private words', { headers: { 'retry-after': '77' } });
    expect(answerTo(late, resultProblems).headers).toMatchObject({ 'retry-after': '77' });
  });

  it('notes what went wrong for the log', () => {
    const error = new Error('private words');
    expect(requestContext(answerTo(error).req).problem).toMatchObject({ kind: 'internal', cause: error });
    expect(requestContext(answerTo(new StoreUnavailable()).req).problem).toMatchObject({
      kind: 'unavailable',
    });
    const wrongLink = new Problem('not_found', 'nothing');
    expect(requestContext(answerTo(wrongLink).req).problem).toBe(wrongLink);
  });
});
