import { Public } from '@governance/auth-guards';
import { FormBody } from '@governance/http';
import { type ConsoleSession } from '@governance/iam';
import { requestContext } from '@governance/runtime';
import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Post,
  Res,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request } from 'express';
import { ConsoleErrorFilter } from './console-error.filter';
import { ConsoleGuard } from './console.guard';
import { type PageAnswer, PageAnswers } from './page-answers.interceptor';
import { type FormFields } from './form-fields';
import { type FormProblem, formProblemOf, type SentForm } from './form-problem';

/** What the handler of a page reads. */
export interface PageRequest {
  readonly session: ConsoleSession;
  /** The parameter of the path; empty without one. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Empty for a page that no form was sent to. */
  readonly form: URLSearchParams;
  /** Why this form was refused, on the page that shows it again. */
  readonly problem?: FormProblem;
}

interface FormOptions {
  /** Without them, a refusal is one of the whole form. */
  readonly fields?: FormFields;
  /** Reads the error, and throws one that is no refusal of what was entered. */
  readonly problem?: (error: unknown, sent: SentForm) => FormProblem;
}

type Handler = (request: PageRequest) => Promise<PageAnswer>;
type Handlers<Name extends string> = Readonly<Record<Name, Handler>>;
type Route<Again extends string> = (
  target: Handlers<Again>,
  key: string,
  descriptor: { value?: Handler },
) => void;

/** Pages below `path` for people with a session. Their handlers return a page, a redirect or a file; their errors are pages. */
export function ConsoleController(path: string): ClassDecorator {
  return applyDecorators(
    Public(),
    ApiExcludeController(),
    UseFilters(ConsoleErrorFilter),
    UseGuards(ConsoleGuard),
    UseInterceptors(PageAnswers),
    Controller(path === '' ? 'console' : `console/${path}`),
  );
}

/** A page. Its handler gets the `PageRequest`. */
export function Page(path = ''): Route<never> {
  return (target, key, descriptor) => {
    route(target, key, { descriptor, decorators: [Get(path)] });
  };
}

/**
 * What a form sends. If the API refuses what a person has entered, the page of the handler `again` shows the form again, with
 * the problems at their fields.
 */
export function PageForm<Again extends string>(
  path: string,
  again: Again,
  { fields = {}, problem = formProblemOf }: FormOptions = {},
): Route<Again> {
  return (target, key, descriptor) => {
    const { value: handler } = descriptor;
    if (!handler) throw new Error(`${key} is no method`);
    descriptor.value = async function (this: Handlers<Again>, request) {
      try {
        return await handler.call(this, request);
      } catch (error) {
        const refused = { problem: problem(error, { fields, form: request.form }) };
        const shown = await this[again]({ ...request, ...refused });
        return { ...shown, ...refused };
      }
    };
    route(target, key, { descriptor, decorators: [Post(path), FormBody()] });
  };
}

function route(
  target: object,
  key: string,
  { descriptor, decorators }: { descriptor: PropertyDescriptor; decorators: MethodDecorator[] },
): void {
  RequestOfPage()(target, key, 0);
  // So that the framework leaves the response to the interceptor.
  Res()(target, key, 1);
  applyDecorators(...decorators)(target, key, descriptor);
}

const RequestOfPage = createParamDecorator((_: unknown, context: ExecutionContext): PageRequest => {
  const req = context.switchToHttp().getRequest<Request>();
  const { consoleSession: session, form = new URLSearchParams() } = requestContext(req);
  if (!session) throw new Error('a page needs ConsoleGuard');
  const [id = ''] = Object.values(req.params as Record<string, string>);
  return { session, id, query: req.query, form };
});
