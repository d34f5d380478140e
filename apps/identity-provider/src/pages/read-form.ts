import express, { type Request, type RequestHandler } from 'express';

const largestForm = '8kb';
const parseForm = express.urlencoded({ extended: false, limit: largestForm });

/** A body that cannot be parsed is refused as a form that is not ours. */
export function readForm(...[req, res, next]: Parameters<RequestHandler<never>>): void {
  parseForm(req as Request, res, () => {
    next();
  });
}

export function bodyOf({ body }: Pick<Request, 'body'>): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
