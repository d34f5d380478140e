import { type Keyring } from '@governance/keyring';
import { timingSafeEqual } from 'node:crypto';

const purpose = 'client-secret';

/** The stored hash of a secret. */
export function secretMac(keyring: Keyring, secret: string): Buffer {
  return keyring.mac(purpose, secret);
}

/** Whether a secret matches the stored hash, under any key version. Takes equally long for a wrong secret. */
export function matchesSecret(keyring: Keyring, stored: Buffer, secret: string): boolean {
  const matching = keyring
    .macs(purpose, secret)
    .filter((mac) => mac.length === stored.length && timingSafeEqual(mac, stored));
  return matching.length > 0;
}
