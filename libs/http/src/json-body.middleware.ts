import { json, type Request, type RequestHandler } from 'express';
import { Problem } from './problem';

/** The largest request body that is read, compressed or not. */
const limit = '100kb';

/** Made when it is asked for: a form is no mistake where a form is wanted, and an error takes time to make. */
const bodyProblems = new WeakMap<Request, () => Problem>();
const parse = json({ limit, type: 'application/json' });

/**
 * Reads a JSON body. A body that cannot be read is no answer yet: it is kept until `BodyGuard` asks, so that an unknown
 * path answers 404 and a missing token 401 whatever was sent.
 */
export const jsonBody: RequestHandler = (req, res, next) => {
  if (!carriesBody(req)) {
    next();
    return;
  }
  if (!isJson(req)) {
    bodyProblems.set(req, notJson);
    next();
    return;
  }
  parse(req, res, (error?: unknown) => {
    if (error !== undefined) bodyProblems.set(req, () => problemOf(error));
    next();
  });
};

/** What was wrong with the body of a request, if anything. */
export function bodyProblemOf(req: Request): Problem | undefined {
  return bodyProblems.get(req)?.();
}

function notJson(): Problem {
  return new Problem('unsupported_media_type', 'the request body must be application/json');
}

function carriesBody({ method, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isJson({ headers }: Request): boolean {
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';', 1);
  return mediaType.trim().toLowerCase() === 'application/json';
}

/** The parser's errors carry a status; its texts may quote the body and stay inside. */
function problemOf(error: unknown): Problem {
  const { status } = error as { status?: unknown };
  switch (status) {
    case 413:
      return new Problem('too_large', 'the request body is larger than 100 KiB', { cause: error });
    case 415:
      return new Problem(
        'unsupported_media_type',
        'the encoding or character set of the body is not supported',
        {
          cause: error,
        },
      );
    default:
      return new Problem('invalid', 'the request body is not valid JSON', { cause: error });
  }
}
