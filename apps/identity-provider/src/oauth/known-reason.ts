import { errors } from 'jose';

/** What the library says of claims, word for word: none of it quotes the claim. */
const ofClaims: ReadonlySet<string> = new Set([
  'jwt expired',
  'jwt not active yet',
  'jwt issued in the future',
  ...['exp', 'iat', 'nbf', 'jti', 'iss', 'aud'].map((name) => `invalid ${name} value`),
]);

/** Why a JWT of a client failed, from the error that a refusal carries. Other errors may quote what a client has sent. */
export function knownReason(cause: unknown): string {
  if (cause instanceof errors.JWKSNoMatchingKey) return 'alg does not fit a registered key';
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    return 'the signature is not by a registered key';
  }
  if (cause instanceof errors.JOSEError || cause instanceof TypeError) return 'it is no well-formed JWT';
  const { message = '' } = cause instanceof Error ? cause : {};
  return ofClaims.has(message) ? message : 'the request is malformed';
}
