import { type KeyObject } from 'node:crypto';
import { type TokenAlgorithm } from '../tokens/raw-token';

/** A public key of the issuer, parsed. */
export interface VerificationKey {
  readonly kid: string;
  /** The one algorithm that the key is for, when its issuer says so. */
  readonly alg: string | undefined;
  readonly pem: string;
  readonly key: KeyObject;
}

const shortestRsaBits = 2048;

/** Whether signatures of this algorithm may be checked with this key (RFC 8725 3.1): by what the key is, not by its name. */
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
