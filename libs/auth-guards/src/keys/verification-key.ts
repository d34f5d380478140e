import { type KeyObject } from 'node:crypto';
import { type TokenAlgorithm } from '../tokens/raw-token';

/** A public key of the issuer, parsed. */
export interface VerificationKey {
  readonly kid: string;
  /** The only algorithm of the key, if the issuer declares one. */
  readonly alg: string | undefined;
  readonly pem: string;
  readonly key: KeyObject;
}

const shortestRsaBits = 2048;

/** Whether the key may verify signatures of this algorithm (RFC 8725 3.1), judged by the key type and not by its `kid`. */
export function fits({ key, alg }: VerificationKey, algorithm: TokenAlgorithm): boolean {
  if (alg !== undefined && alg !== algorithm) return false;
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  switch (algorithm) {
    case 'RS256':
    case 'PS256':
      return key.asymmetricKeyType === 'rsa' && modulusLength >= shortestRsaBits;
    case 'ES256':
      return key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1';
  }
}
