import { type JsonStructure, jsonStructureOf } from '@governance/auth-guards';
import { requestContext } from '@governance/runtime';
import { raw, type Request, type RequestHandler } from 'express';
import { isUtf8 } from 'node:buffer';
import { Problem } from '@governance/kernel';
import { type Surface } from './surface';

/** The largest request body that is read, compressed or not. */
const limit = '100kb';
/** An object or list within an object is one deeper than it. */
const maxDepth = 16;
/** Of all objects of a body together, and of a form. */
export const maxMembers = 2_000;

const read = raw({ limit, type: () => true });

/**
 * Reads a JSON body. A body that cannot be read is no answer yet: it is kept until `BodyGuard` asks, so that an unknown
 * path answers 404 and a missing token 401 whatever was sent.
 */
export function jsonBody({ unknownMembers }: Pick<Surface, 'unknownMembers'>): RequestHandler {
  const refuseRepeated = unknownMembers === 'refuse';
  return (req, res, next) => {
    if (!carriesBody(req)) {
      next();
      return;
    }
    const unread = unreadable(req);
    if (unread) {
      // Made when it is asked for: a form is no mistake where a form is wanted, and an error takes time to make.
      requestContext(req).bodyProblem = unread;
      next();
      return;
    }
    read(req, res, (error?: unknown) => {
      if (error === undefined) take(req, refuseRepeated);
      else requestContext(req).bodyProblem = () => problemOf(error);
      next();
    });
  };
}

function take(req: Request, refuseRepeated: boolean): void {
  const bytes: unknown = req.body;
  req.body = undefined;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return;
  try {
    req.body = parse(bytes, refuseRepeated);
  } catch (error) {
    const problem = error instanceof Problem ? error : invalidJson(error);
    requestContext(req).bodyProblem = () => problem;
  }
}

function parse(bytes: Buffer, refuseRepeated: boolean): unknown {
  if (!isUtf8(bytes)) throw invalidJson();
  // RFC 8259, 8.1: a byte order mark may be ignored; one alone is no JSON.
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const value: unknown = JSON.parse(text);
  checkStructure(jsonStructureOf(text), refuseRepeated);
  return value;
}

function checkStructure(
  { depth, members, repeated, illFormed }: JsonStructure,
  refuseRepeated: boolean,
): void {
  if (depth > maxDepth) throw new Problem('invalid', `the request body is nested more than ${maxDepth} deep`);
  if (members > maxMembers) throw new Problem('invalid', 'the request body has more than 2,000 members');
  if (refuseRepeated && repeated !== undefined) {
    throw new Problem('invalid', `${nameOf(repeated)} is given more than once`);
  }
  // PostgreSQL stores neither NUL nor a lone surrogate, and no real text has one.
  if (illFormed !== undefined) {
    throw new Problem('invalid', `${nameOf(illFormed)} must be well-formed text without NUL characters`);
  }
}

/** A name that a client has chosen, as far as it may be repeated to it. */
export function nameOf(member: string): string {
  return /^[\w-]{1,64}$/.test(member) ? member : 'a member of the body';
}

function invalidJson(cause?: unknown): Problem {
  return new Problem('invalid', 'the request body is not valid JSON', { cause });
}

/** What makes a body one that is not read at all, if anything. */
function unreadable(req: Request): (() => Problem) | undefined {
  if (!isJson(req)) return notJson;
  return isInUtf8(req) ? undefined : unsupportedEncoding;
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

/** RFC 8259, 8.1: JSON that systems exchange is UTF-8. */
function isInUtf8({ headers }: Request): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '') ?? [];
  return charset.toLowerCase() === 'utf-8';
}

function unsupportedEncoding(cause?: unknown): Problem {
  const text = 'the encoding or character set of the body is not supported';
  return new Problem('unsupported_media_type', text, { cause });
}

/** The parser's errors carry a status; its texts may quote the body and stay inside. */
function problemOf(error: unknown): Problem {
  const { status } = error as { status?: unknown };
  switch (status) {
    case 413:
      return new Problem('too_large', 'the request body is larger than 100 KiB', { cause: error });
    case 415:
      return unsupportedEncoding(error);
    default:
      return invalidJson(error);
  }
}
