import { requestContext } from '@governance/runtime';
import { randomUUID } from 'node:crypto';
import { type RequestHandler } from 'express';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** Uses the caller's `x-request-id` if it is harmless, otherwise creates one, and returns it with the response. */
export const requestId: RequestHandler = (req, res, next) => {
  const received = req.headers['x-request-id'];
  const id = typeof received === 'string' && acceptable.test(received) ? received : randomUUID();
  requestContext(req).id = id;
  res.setHeader('x-request-id', id);
  next();
};
