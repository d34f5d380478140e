import { ManagementToken, missingManagementToken } from '@governance/auth-guards';
import { type RequestHandler } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';

/** The management token from the settings. Only a digest of it is kept. */
export class ConfiguredManagementToken extends ManagementToken {
  private readonly expected: Buffer;

  constructor(token: string) {
    super();
    this.expected = digest(token);
  }

  override isShownBy(authorization = ''): boolean {
    const [, received] = /^bearer ([\x21-\x7e]+)$/i.exec(authorization) ?? [];
    // Digests have a fixed length, so the comparison leaks nothing about the token, not even its length.
    return received !== undefined && timingSafeEqual(digest(received), this.expected);
  }
}

/**
 * Refuses every request without the management token, on any path below the prefix. Only the size of the request is
 * checked earlier. The guard of the routes checks the token again.
 */
export function requireManagementToken(token: ManagementToken): RequestHandler {
  return (req, res, next) => {
    res.setHeader('cache-control', 'no-store');
    next(token.isShownBy(req.headers.authorization) ? undefined : missingManagementToken());
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
