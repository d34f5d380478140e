import { type Keyring } from '@governance/keyring';
import { timingSafeEqual } from 'node:crypto';

const purpose = 'client-secret';

/** What is stored of a secret. */
export function secretMac(keyring: Keyring, secret: string): Buffer {
  return keyring.mac(purpose, secret);
}

/** Whether a secret is the one that was hashed, under whichever key version. Takes as long for a wrong one. */
export function matchesSecret(keyring: Keyring, stored: Buffer, secret: string): boolean {
  const matching = keyring
    .macs(purpose, secret)
    .filter((mac) => mac.length === stored.length && timingSafeEqual(mac, stored));
  return matching.length > 0;
}
