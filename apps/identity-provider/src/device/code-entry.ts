import { clientBucket } from '@governance/http';
import { requestContext } from '@governance/runtime';
import { type Request, type RequestHandler } from 'express';
import { type AttemptsStore } from '../sign-in/attempts.store';
import { bodyOf } from '../sign-in/read-form';

/**
 * RFC 8628, 3.3.1: a link may contain the code. The library would submit it with a script; here the user sees it first
 * and submits it.
 */
export const keepCodeOfLink: RequestHandler = (req, _res, next) => {
  const { user_code: code } = req.query;
  if (typeof code === 'string' && /^[\w -]{1,30}$/.test(code)) requestContext(req).deviceCode = code;
  req.url = req.path;
  next();
};

/** An input method may write letters in full width, which the library would leave out. */
export const canonicalCode: RequestHandler = (req, _res, next) => {
  const { user_code: code, ...form } = bodyOf(req);
  req.body = { ...form, ...(typeof code === 'string' && { user_code: code.normalize('NFKC') }) };
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
      if (!requestContext(req).isDeviceCodeWrong) attempts.forgive(attempt).catch(() => undefined);
    });
    next();
  };
}
