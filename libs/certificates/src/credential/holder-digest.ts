import { signInKey } from '@governance/deliveries';
import { createHmac, randomBytes } from 'node:crypto';

/** 128 bits: an attacker cannot find an address by trying salts. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** The salted digest of a canonical address in lower case: HMAC-SHA-256, keyed with the characters of the salt. */
export function holderDigest(address: string, salt: string): string {
  return createHmac('sha256', salt).update(signInKey(address)).digest('base64url');
}
