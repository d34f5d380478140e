import { clientBucket } from '@governance/http';
import { requestContext } from '@governance/runtime';
import { type Request, type RequestHandler, type Response } from 'express';
import { type AttemptsStore } from '../guesses/attempts.store';
import { PageProblem } from '../pages/page-problem';
import { tooMany } from '../pages/problem-page';
import { bodyOf } from '../pages/read-form';

/**
 * RFC 8628, 3.3.1: a link may contain the code. The library would submit it with a script; here the user compares it first.
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

/** Limits wrong codes of forms and links per client network. @throws a PageProblem for a client that must wait. */
export function limitCodes(attempts: AttemptsStore): (req: Request, res: Response) => Promise<void> {
  return async (req, res) => {
    if (req.method === 'GET' && requestContext(req).deviceCode === undefined) return;
    const attempt = { kind: 'user-code', of: clientBucket(req.ip) } as const;
    const wait = await attempts.begin(attempt);
    if (wait > 0) {
      res.set('retry-after', String(wait));
      throw new PageProblem(tooMany(wait));
    }
    res.once('finish', () => {
      // A failure here only leaves one more attempt counted.
      if (!requestContext(req).isDeviceCodeWrong) attempts.forgive(attempt).catch(() => undefined);
    });
  };
}
