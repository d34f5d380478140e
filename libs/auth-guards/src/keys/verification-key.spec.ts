import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type TokenAlgorithm, tokenAlgorithms } from '../tokens/raw-token';
import { fits } from './verification-key';

const rsa = (modulusLength: number): KeyObject => generateKeyPairSync('rsa', { modulusLength }).publicKey;
const ec = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).publicKey;

function fitting(key: KeyObject, alg?: string): TokenAlgorithm[] {
  return tokenAlgorithms.filter((algorithm) => fits({ kid: 'key-1', alg, pem: '', key }, algorithm));
}

describe('fits', () => {
  it('lets an RSA key of 2048 bits check RSA signatures, and a P-256 key those of ES256', () => {
    expect(fitting(rsa(2048))).toEqual(['RS256', 'PS256']);
    expect(fitting(ec('P-256'))).toEqual(['ES256']);
  });

  it('limits a key to the algorithm that its issuer declares', () => {
    const key = rsa(2048);
    expect(fitting(key, 'PS256')).toEqual(['PS256']);
    expect(fitting(key, 'ES256')).toEqual([]);
    expect(fitting(key, 'RS512')).toEqual([]);
    expect(fitting(key, 'HS256')).toEqual([]);
  });

  it.each([
    ['an RSA key of 1024 bits', () => rsa(1024)],
    ['a key on P-384', () => ec('P-384')],
    ['a key on secp256k1', () => ec('secp256k1')],
    ['an Ed25519 key', () => generateKeyPairSync('ed25519').publicKey],
    ['an RSA-PSS key', () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey],
  ])('accepts no algorithm for %s', (_, make) => {
    expect(fitting(make())).toEqual([]);
  });
});
