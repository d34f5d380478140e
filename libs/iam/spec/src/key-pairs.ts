import { nextRsaKeyPair } from '@governance/testing';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type KeyAlgorithm } from '../../src';
import { type KeyPair } from './identity-provider-harness';

interface KeyObjects {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const generators: Readonly<Record<KeyAlgorithm, () => KeyObjects>> = {
  RS256: nextRsaKeyPair,
  PS256: nextRsaKeyPair,
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ES512: () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

/** Generates a key pair for an algorithm. */
export function makeKeyPair(algorithm: KeyAlgorithm): KeyPair {
  const { publicKey, privateKey } = generators[algorithm]();
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
