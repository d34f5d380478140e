import { clientBucket } from '@governance/http';
import { type Request, type RequestHandler } from 'express';
import { type ServerResponse } from 'node:http';
import { type AttemptsStore } from '../sign-in/attempts.store';

const prefilled = new WeakMap<ServerResponse, string>();
const wrong = new WeakSet<ServerResponse>();

/** The code from a link, for the page to show. */
export function prefilledCode(res: ServerResponse): string | undefined {
  return prefilled.get(res);
}

/** Records that the entered code does not exist. */
export function noteWrongCode(res: ServerResponse): void {
  wrong.add(res);
}

/**
 * RFC 8628, 3.3.1: a link may contain the code. The library would submit it with a script; here the user sees it first
 * and submits it.
 */
export const keepCodeOfLink: RequestHandler = (req, res, next) => {
  const { user_code: code } = req.query;
  if (typeof code === 'string' && /^[\w -]{1,30}$/.test(code)) prefilled.set(res, code);
  req.url = req.path;
  next();
};

/** Limits wrong codes per client network. `refuse` answers a client that must wait. */
export function limitCodes(
  attempts: AttemptsStore,
  refuse: (req: Request, res: Parameters<RequestHandler>[1], waitSeconds: number) => void,
): RequestHandler {
  return async (req, res, next) => {
    const attempt = { kind: 'user-code', of: clientBucket(req.ip) } as const;
    const wait = await attempts.begin(attempt);
    if (wait > 0) {
      refuse(req, res, wait);
      return;
    }
    res.once('finish', () => {
      // A failure here only leaves one more attempt counted.
      if (!wrong.has(res)) attempts.forgive(attempt).catch(() => undefined);
    });
    next();
  };
}
