import { sign } from 'node:crypto';
import { type SigningKey } from '../signing/signing-key';
import { type Members } from './dev-token-request';

/**
 * A JWS with exactly this header and these claims, valid or not. The provider's key signs it, regardless of the header;
 * only `"alg": "none"` gets no signature.
 */
export function signedAsAsked(header: Members, claims: Members, { privateKey }: SigningKey): string {
  const content = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (isNone(header.alg)) return `${content}.`;
  // RFC 7518, 3.4: R and S concatenated.
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

/** Ignores case: `nOnE` has fooled verifiers. */
function isNone(alg: unknown): boolean {
  return typeof alg === 'string' && alg.toLowerCase() === 'none';
}
