import { refusedKeys } from '@governance/iam/spec';
import { nextRsaKeyPair } from '@governance/testing';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type TokenAlgorithm, tokenAlgorithms } from '../tokens/raw-token';
import { fits } from './verification-key';

const { publicKey: rsa } = nextRsaKeyPair();
const ec = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).publicKey;

function fitting(key: KeyObject, alg?: string): TokenAlgorithm[] {
  return tokenAlgorithms.filter((algorithm) => fits({ kid: 'key-1', alg, pem: '', key }, algorithm));
}

describe('fits', () => {
  it('lets an RSA key of 2048 bits check RSA signatures, and a P-256 key those of ES256', () => {
    expect(fitting(rsa)).toEqual(['RS256', 'PS256']);
    expect(fitting(ec('P-256'))).toEqual(['ES256']);
  });

  it('limits a key to the algorithm that its issuer declares § V9.1.2', () => {
    expect(fitting(rsa, 'PS256')).toEqual(['PS256']);
    expect(fitting(rsa, 'ES256')).toEqual([]);
    expect(fitting(rsa, 'RS512')).toEqual([]);
    expect(fitting(rsa, 'HS256')).toEqual([]);
  });

  it.each([
    ['an RSA key of 1024 bits', () => createPublicKey(String(refusedKeys.weak['RSA of 1024 bits']))],
    ['a key on P-384', () => ec('P-384')],
    ['a key on secp256k1', () => ec('secp256k1')],
    ['an Ed25519 key', () => generateKeyPairSync('ed25519').publicKey],
    ['an RSA-PSS key', () => createPublicKey(String(refusedKeys.otherKinds['RSA for PSS only']))],
  ])('accepts no algorithm for %s § V11.2.3', (_, make) => {
    expect(fitting(make())).toEqual([]);
  });
});
