import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type CheckEd25519, type NamedKey, type SignEd25519 } from '../src';

const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

export const checkEd25519: CheckEd25519 = (publicKey, { signed, signature }) => {
  const key = createPublicKey({
    key: Buffer.concat([publicPrefix, publicKey]),
    format: 'der',
    type: 'spki',
  });
  return Promise.resolve(verify(null, signed, key, signature));
};

/** The key of this seed (32 bytes), under a name. */
export function ed25519Key(name: string, seed: Uint8Array): NamedKey & { readonly sign: SignEd25519 } {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(publicPrefix.length);
  return { name, publicKey, sign: (signed) => Promise.resolve(sign(null, signed, key)) };
}
