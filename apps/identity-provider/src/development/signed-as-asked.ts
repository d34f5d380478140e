import { signEs256 } from '../signing/es256';
import { type SigningKey } from '../signing/signing-key';
import { type Members } from './dev-token-request';

/**
 * A JWS with exactly this header and these claims, however invalid. The key of the provider signs whatever the header says
 * of it, except that `"alg": "none"` has no signature.
 */
export function signedAsAsked(header: Members, claims: Members, { privateKey }: SigningKey): string {
  const content = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (isNone(header.alg)) return `${content}.`;
  return `${content}.${signEs256(privateKey, Buffer.from(content)).toString('base64url')}`;
}

/** In whatever case: verifiers have been fooled by `nOnE`. */
function isNone(alg: unknown): boolean {
  return typeof alg === 'string' && alg.toLowerCase() === 'none';
}
