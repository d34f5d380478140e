import { errors } from 'jose';

/** The library's messages about claims, verbatim: none quotes a claim. */
const ofClaims: ReadonlySet<string> = new Set([
  'jwt expired',
  'jwt not active yet',
  'jwt issued in the future',
  ...['exp', 'iat', 'nbf', 'jti', 'iss', 'aud'].map((name) => `invalid ${name} value`),
]);

/** Why a client's JWT failed, from the cause of a refusal. Other errors may quote client input. */
export function knownReason(cause: unknown): string {
  if (cause instanceof errors.JWKSNoMatchingKey) return 'alg does not fit a registered key';
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    return 'the signature is not by a registered key';
  }
  if (cause instanceof errors.JOSEError || cause instanceof TypeError) return 'it is no well-formed JWT';
  const { message = '' } = cause instanceof Error ? cause : {};
  return ofClaims.has(message) ? message : 'the request is malformed';
}
