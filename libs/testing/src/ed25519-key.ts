import { type NamedKey, type SignEd25519 } from '@governance/transparency';
import { generateKeyPairSync, sign } from 'node:crypto';

/** An Ed25519 key under a name, as logs and witnesses have it. */
export interface Ed25519Key extends NamedKey {
  readonly sign: SignEd25519;
}

export function newEd25519Key(name: string): Ed25519Key {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = privateKey.export({ format: 'jwk' });
  const publicKey = new Uint8Array(Buffer.from(x, 'base64url'));
  return {
    name,
    publicKey,
    sign: (signed) => Promise.resolve(new Uint8Array(sign(null, signed, privateKey))),
  };
}
