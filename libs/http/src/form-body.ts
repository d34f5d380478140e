import { requestContext } from '@governance/runtime';
import {
  createParamDecorator,
  type CustomDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { raw, type Request, type Response } from 'express';
import { maxMembers } from './json-body.middleware';
import { Problem } from '@governance/kernel';

const formBodyKey = 'form-body';
const mediaType = 'application/x-www-form-urlencoded';
/** A form is always UTF-8: its media type has no `charset` (URL standard, 5.1). */
const read = raw({ limit: '100kb', type: mediaType });

/** The handler accepts an HTML form instead of JSON. `Form()` provides its fields. */
export function FormBody(): CustomDecorator {
  return SetMetadata(formBodyKey, true);
}

/** The unchecked form fields for a handler with `@FormBody()`. */
export const Form = createParamDecorator((_: unknown, context: ExecutionContext): URLSearchParams => {
  const { form } = requestContext(context.switchToHttp().getRequest<Request>());
  if (!form) throw new Error('a handler that accepts a form must have @FormBody()');
  return form;
});

export function takesForm(context: ExecutionContext): boolean {
  return Reflect.getMetadata(formBodyKey, context.getHandler()) === true;
}

/** Reads the form of a request. @throws Problem when it is too large or not a form. */
export async function readForm(req: Request, res: Response): Promise<void> {
  const sent = req.headers['content-type'] === undefined || Boolean(req.is(mediaType));
  if (!sent) throw new Problem('unsupported_media_type', `the request body must be ${mediaType}`);
  await new Promise<void>((resolve, reject) => {
    read(req, res, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(problemOf(error));
    });
  });
  const body: unknown = req.body;
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
  checkForm(form);
  requestContext(req).form = form;
}

/** Applies the limits of a JSON body. */
function checkForm(form: URLSearchParams): void {
  if (form.size > maxMembers) throw new Problem('invalid', 'the form has more than 2,000 fields');
  for (const [name, value] of form) {
    if (`${name}${value}`.includes('\0')) throw new Problem('invalid', 'the form has a NUL character');
  }
}

function problemOf(error: unknown): Problem {
  const { status } = error as { status?: unknown };
  if (status === 413) return new Problem('too_large', 'the form is larger than 100 KiB', { cause: error });
  return new Problem('invalid', 'the form cannot be read', { cause: error });
}
