import { signInKey } from '@governance/deliveries';
import { createHmac, randomBytes } from 'node:crypto';

/** 128 bits: nobody finds an address by trying salts. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** The salted digest of a canonical address without case: HMAC-SHA-256 with the characters of the salt as its key. */
export function holderDigest(address: string, salt: string): string {
  return createHmac('sha256', salt).update(signInKey(address)).digest('base64url');
}
