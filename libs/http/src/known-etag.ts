import { type Request } from 'express';

/**
 * Whether the client has these bytes already: RFC 9110, 13.1.2, with weak comparison. Express' own check is off as soon as
 * a client also sends `no-cache`.
 */
export function knowsETag({ headers }: Request, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
