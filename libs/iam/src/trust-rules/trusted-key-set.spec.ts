import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { spki } from '../../spec/src/key-material';
import { checkKeySet } from './trusted-key-set';

const jwkOf = (der: Buffer): JsonWebKey =>
  createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ format: 'jwk' });
const key = { ...jwkOf(spki.p256), kid: 'a' };
const { privateKey } = generateKeyPairSync('ed25519');

describe('the keys of an issuer without a public address', () => {
  it.each(['rsa', 'p256', 'p384', 'p521', 'ed25519'] as const)('may be of the kind %s', (kind) => {
    const set = { keys: [{ ...jwkOf(spki[kind]), kid: 'a', use: 'sig', alg: 'RS256', key_ops: ['verify'] }] };
    expect(checkKeySet(set)).toEqual(set);
  });

  it('are at most 20', () => {
    const keys = (count: number): object[] =>
      Array.from({ length: count }, (_, index) => ({ ...key, kid: `key-${index}` }));
    expect(checkKeySet({ keys: keys(20) }).keys).toHaveLength(20);
    expect(() => checkKeySet({ keys: keys(21) })).toThrow('key_set must be a key set of 1 to 20 public keys');
  });

  const outside = 'key_set must be a key set';
  it.each<[string, unknown, string]>([
    ['no object', 'canary', outside],
    ['no list', { keys: key }, outside],
    ['no key', { keys: [] }, outside],
    ['a member of another document', { keys: [key], canary: 1 }, outside],
    ['no kid', { keys: [jwkOf(spki.p256)] }, outside],
    ['a kid twice', { keys: [key, { ...jwkOf(spki.rsa), kid: 'a' }] }, outside],
    ['a private key', { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'a' }] }, outside],
    ['a symmetric key', { keys: [{ kty: 'oct', kid: 'a', k: 'canary' }] }, outside],
    ['a key for encryption', { keys: [{ ...key, use: 'enc' }] }, outside],
    [
      'half a key',
      { keys: [key, { kty: 'EC', crv: 'P-256', kid: 'b', x: 'AAAA' }] },
      'key_set.keys[1] must be a whole',
    ],
    ['no point of the curve', { keys: [{ ...key, y: 'canary' }] }, 'key_set.keys[0] must be a whole'],
    [
      'a short RSA key',
      { keys: [{ kty: 'RSA', kid: 'a', n: 'u'.repeat(171), e: 'AQAB' }] },
      'key_set.keys[0]',
    ],
  ])('are refused with %s, and not quoted', (_case, value, problem) => {
    expect(() => checkKeySet(value)).toThrow(problem);
    expect(() => checkKeySet(value)).not.toThrow('canary');
  });
});
