import { createHmac, randomBytes } from 'node:crypto';

export const holderDigestMethod = 'HMAC-SHA-256';

/** 128 bits: nobody finds an address by trying salts. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** The salted digest of an address in lower case: HMAC-SHA-256 with the characters of the salt as its key. */
export function holderDigest(address: string, salt: string): string {
  return createHmac('sha256', salt).update(address.trim().normalize('NFC').toLowerCase()).digest('base64url');
}
