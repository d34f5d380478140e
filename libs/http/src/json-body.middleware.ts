import { type JsonStructure, jsonStructureOf } from '@governance/auth-guards';
import { requestContext } from '@governance/runtime';
import { raw, type Request, type RequestHandler } from 'express';
import { isUtf8 } from 'node:buffer';
import { Problem } from '@governance/kernel';
import { hasBody } from './has-body';
import {
  bodyTooLarge,
  invalidJson,
  nestedTooDeep,
  notJson,
  tooManyMembers,
  unsupportedEncoding,
} from './openapi/api-problem.decorator';
import { type Surface } from './surface';

/** The size limit of request bodies, compressed or not. */
const limit = '100kb';
/** An object or array in an object is one level deeper. */
const maxDepth = 16;
/** The limit for all objects of a body together, and for the fields of a form. */
export const maxMembers = 2_000;

const read = raw({ limit, type: () => true });

/**
 * Reads a JSON body. The problem of an unreadable body is stored until `BodyGuard` runs, so that an unknown path is always
 * a 404 and a missing token always a 401.
 */
export function jsonBody({ unknownMembers }: Pick<Surface, 'unknownMembers'>): RequestHandler {
  const refuseRepeated = unknownMembers === 'refuse';
  return (req, res, next) => {
    if (!hasBody(req)) {
      next();
      return;
    }
    const unread = unreadable(req);
    if (unread) {
      // Created on demand: a form is valid if a form is expected, and creating an error takes time.
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
    const problem = error instanceof Problem ? error : invalidJson({ cause: error });
    requestContext(req).bodyProblem = () => problem;
  }
}

function parse(bytes: Buffer, refuseRepeated: boolean): unknown {
  if (!isUtf8(bytes)) throw invalidJson();
  // RFC 8259, 8.1: a byte order mark may be ignored; alone it is not JSON.
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const value: unknown = JSON.parse(text);
  checkStructure(jsonStructureOf(text), refuseRepeated);
  return value;
}

function checkStructure(
  { depth, members, repeated, illFormed }: JsonStructure,
  refuseRepeated: boolean,
): void {
  if (depth > maxDepth) throw nestedTooDeep();
  if (members > maxMembers) throw tooManyMembers();
  if (refuseRepeated && repeated !== undefined) {
    throw new Problem('invalid', `${nameOf(repeated)} is given more than once`);
  }
  // PostgreSQL cannot store NUL or a lone surrogate, and no real text contains one.
  if (illFormed !== undefined) {
    throw new Problem('invalid', `${nameOf(illFormed)} must be well-formed text without NUL characters`);
  }
}

/** The name of a member for an error text, if it is harmless. */
export function nameOf(member: string): string {
  return /^[\w-]{1,64}$/.test(member) ? member : 'a member of the body';
}

/** Why a body is refused unread; undefined if it can be read. */
function unreadable(req: Request): (() => Problem) | undefined {
  if (!isJson(req)) return notJson;
  return isInUtf8(req) ? undefined : unsupportedEncoding;
}

function isJson({ headers }: Request): boolean {
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';', 1);
  return mediaType.trim().toLowerCase() === 'application/json';
}

/** RFC 8259, 8.1: JSON exchanged between systems is UTF-8. Clients use all its labels, such as `utf8`. */
function isInUtf8({ headers }: Request): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '') ?? [];
  // A decoder is slow to make, and few clients name a charset.
  if (charset === undefined) return true;
  try {
    return new TextDecoder(charset).encoding === 'utf-8';
  } catch {
    return false;
  }
}

/** The parser's errors have a status. Their texts may quote the body and are not sent. */
function problemOf(error: unknown): Problem {
  const { status } = error as { status?: unknown };
  switch (status) {
    case 413:
      return bodyTooLarge({ cause: error });
    case 415:
      return unsupportedEncoding({ cause: error });
    default:
      return invalidJson({ cause: error });
  }
}
