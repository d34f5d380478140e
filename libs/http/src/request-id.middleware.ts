import { requestContext } from '@governance/runtime';
import { randomUUID } from 'node:crypto';
import { type RequestHandler } from 'express';
import { type IncomingMessage } from 'node:http';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `x-request-id` if it is harmless, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const received = headers['x-request-id'];
  return typeof received === 'string' && acceptable.test(received) ? received : randomUUID();
}

/** Returns the id of the request with the response. */
export const requestId: RequestHandler = (req, res, next) => {
  const id = requestIdOf(req);
  requestContext(req).id = id;
  res.setHeader('x-request-id', id);
  next();
};
