import { type CheckEd25519 } from '@governance/transparency';
import { createPublicKey, verify } from 'node:crypto';

export const checkEd25519: CheckEd25519 = (publicKey, { signed, signature }) => {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return Promise.resolve(verify(null, signed, key, signature));
};
