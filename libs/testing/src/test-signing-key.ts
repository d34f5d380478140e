import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { nextRsaKeyPair } from './test-rsa-keys';

export const signingAlgorithms = ['RS256', 'PS256', 'ES256'] as const;

export type SigningAlgorithm = (typeof signingAlgorithms)[number];

export interface TestSigningKey {
  readonly alg: SigningAlgorithm;
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export function createSigningKey(alg: SigningAlgorithm, kid: string): TestSigningKey {
  const pair = alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : nextRsaKeyPair();
  return { alg, kid, ...pair };
}

/** The key as a key set publishes it. */
export function publicJwkOf({ alg, kid, publicKey }: TestSigningKey): Readonly<Record<string, unknown>> {
  return { ...publicKey.export({ format: 'jwk' }), alg, kid, use: 'sig' };
}

/** A signature as JWS writes it, by any algorithm with any key that can make it, such as an issuer never would. */
export function signText(text: string, alg: string, key: KeyObject): Buffer {
  const data = Buffer.from(text);
  const hash = `sha${alg.slice(2)}`;
  switch (alg.slice(0, 2)) {
    case 'HS':
      return createHmac(hash, key).update(data).digest();
    case 'PS':
      return sign(hash, data, {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      });
    case 'ES':
      return sign(hash, data, { key, dsaEncoding: 'ieee-p1363' });
    default:
      return sign(hash, data, key);
  }
}
