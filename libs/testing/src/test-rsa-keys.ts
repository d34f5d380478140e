import { createPrivateKey, createPublicKey, type KeyPairKeyObjectResult } from 'node:crypto';
import pems from './test-only-rsa-keys.json';

let taken = 0;

/** The next of twelve committed RSA keys of 2048 bits: to generate one takes up to a second. They repeat after twelve. */
export function nextRsaKeyPair(): KeyPairKeyObjectResult {
  const privateKey = createPrivateKey(String(pems[taken++ % pems.length]));
  return { publicKey: createPublicKey(privateKey), privateKey };
}
