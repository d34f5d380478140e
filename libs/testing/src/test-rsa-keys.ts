import { createPrivateKey, createPublicKey, type KeyPairKeyObjectResult } from 'node:crypto';
import pems from './test-only-rsa-keys.json';

const [ofStranger = '', ...others] = pems;
let taken = 0;

function pairOf(pem: string): KeyPairKeyObjectResult {
  const privateKey = createPrivateKey(pem);
  return { publicKey: createPublicKey(privateKey), privateKey };
}

/** The next of eleven committed RSA keys of 2048 bits: to generate one takes up to a second. They repeat after eleven. */
export function nextRsaKeyPair(): KeyPairKeyObjectResult {
  return pairOf(String(others[taken++ % others.length]));
}

/** A committed RSA key that `nextRsaKeyPair` never returns: of no issuer. */
export function strangerRsaKeyPair(): KeyPairKeyObjectResult {
  return pairOf(ofStranger);
}
