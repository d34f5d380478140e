import { ManagementToken, missingManagementToken } from '@governance/auth-guards';
import { type RequestHandler } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';

/** The management token of the settings, of which only a digest is kept. */
export class ConfiguredManagementToken extends ManagementToken {
  private readonly expected: Buffer;

  constructor(token: string) {
    super();
    this.expected = digest(token);
  }

  override isShownBy(authorization = ''): boolean {
    const [, given] = /^bearer ([\x21-\x7e]+)$/i.exec(authorization) ?? [];
    // Digests have one length, so that the comparison tells nothing, not even how long the token is.
    return given !== undefined && timingSafeEqual(digest(given), this.expected);
  }
}

/**
 * Closes every path behind it, routes or not, to requests that do not show the management token, before anything is
 * looked at but the size of the request. The guard of the routes checks the token again.
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
