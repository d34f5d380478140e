import { createHash } from 'node:crypto';

/** The secret of a cookie is random and long, so a hash without a key suffices. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
