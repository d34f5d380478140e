import { Problem } from '@governance/kernel';
import { type RequestHandler } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Closes everything behind it to whoever does not show the management token, before anything is looked at but the size of
 * the request. What it lets through is nobody's to keep.
 */
export function requireManagementToken(token: string): RequestHandler {
  const expected = digest(token);
  return (req, res, next) => {
    res.setHeader('cache-control', 'no-store');
    const [, given] = /^bearer ([\x21-\x7e]+)$/i.exec(req.headers.authorization ?? '') ?? [];
    // Digests have one length, so that the comparison tells nothing, not even how long the token is.
    if (given !== undefined && timingSafeEqual(digest(given), expected)) {
      next();
      return;
    }
    const headers = { 'www-authenticate': 'Bearer realm="management"' };
    next(new Problem('unauthenticated', 'this takes the management token', { headers }));
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
