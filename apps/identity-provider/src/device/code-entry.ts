import { clientBucket } from '@governance/http';
import { type Request, type RequestHandler } from 'express';
import { type ServerResponse } from 'node:http';
import { type AttemptsStore } from '../sign-in/attempts.store';

const prefilled = new WeakMap<ServerResponse, string>();
const wrong = new WeakSet<ServerResponse>();

/** The code that a link has brought, for the page to show. */
export function prefilledCode(res: ServerResponse): string | undefined {
  return prefilled.get(res);
}

/** Somebody has entered a code that there is not. */
export function noteWrongCode(res: ServerResponse): void {
  wrong.add(res);
}

/**
 * RFC 8628, 3.3.1: a link may bring the code. The library would send it on with a script at once; here the person sees it
 * first, and sends it.
 */
export const keepCodeOfLink: RequestHandler = (req, res, next) => {
  const { user_code: code } = req.query;
  if (typeof code === 'string' && /^[\w -]{1,30}$/.test(code)) prefilled.set(res, code);
  req.url = req.path;
  next();
};

/** Counts wrong codes by where they come from. `refuse` answers who has to wait. */
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
      // Nothing is lost when it fails: an attempt more is counted.
      if (!wrong.has(res)) attempts.forgive(attempt).catch(() => undefined);
    });
    next();
  };
}
