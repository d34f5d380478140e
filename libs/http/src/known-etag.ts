import { type Request } from 'express';

/**
 * Whether the client already has these bytes: RFC 9110, 13.1.2, with weak comparison. Express skips its own check if the
 * client also sends `no-cache`.
 */
export function knowsETag({ headers }: Request, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
