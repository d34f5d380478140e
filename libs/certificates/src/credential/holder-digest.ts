import { signInKey } from '@governance/deliveries';
import { createHmac, randomBytes } from 'node:crypto';

export const holderDigestMethod = 'HMAC-SHA-256';

/** 128 bits: nobody finds an address by trying salts. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** The salted digest of a canonical address without case: HMAC-SHA-256 with the characters of the salt as its key. */
export function holderDigest(address: string, salt: string): string {
  return digestOf(signInKey(address), salt);
}

/**
 * Those that a proof of the holder of this address may hold, whatever its spelling. Proofs that were signed before
 * domains were mapped by IDNA hold the digest of the spelling that the certificate was mailed to, in lower case.
 */
export function acceptedHolderDigests(spelling: string, salt: string): readonly string[] {
  const text = spelling.trim();
  return [holderDigest(text, salt), digestOf(text.normalize('NFC').toLowerCase(), salt)];
}

function digestOf(text: string, salt: string): string {
  return createHmac('sha256', salt).update(text).digest('base64url');
}
