import { nextRsaKeyPair } from '@governance/testing';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { bitString, pem, sequence } from './der-writer';

export function spkiOf({ publicKey }: { publicKey: KeyObject }): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

export function ec(namedCurve: string, paramEncoding: 'named' | 'explicit' = 'named'): Buffer {
  return spkiOf(generateKeyPairSync('ec', { namedCurve, paramEncoding }));
}

/** Creates the value on first use: keys take up to a second, and few specs need them. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

export const rsa = once(nextRsaKeyPair);
export const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const ed25519 = generateKeyPairSync('ed25519');
const rsaSpki = once(() => spkiOf(rsa()));
export const spki = {
  get rsa(): Buffer {
    return rsaSpki();
  },
  p256: spkiOf(p256),
  p384: ec('P-384'),
  p521: ec('P-521'),
  ed25519: spkiOf(ed25519),
};
/** The expiry of the certificates. */
export const endsAt = new Date('2031-05-06T07:08:09Z');

/** An odd number of this length without small factors, which the reader cannot distinguish from a product of two primes. */
export function modulusOf(bits: number): bigint {
  let modulus =
    ((1n << BigInt(bits - 1)) + (BigInt(`0x${'5a3c'.repeat(500)}`) % (1n << BigInt(bits - 2)))) | 1n;
  while (oddTo(2_000).some((divisor) => modulus % divisor === 0n)) modulus += 2n;
  return modulus;
}

function oddTo(most: number): bigint[] {
  return Array.from({ length: most / 2 - 1 }, (_, index) => BigInt(2 * index + 3));
}

/** A power of 65537 modulo the product of the primes up to 167, as in CVE-2017-15361. */
export function rocaModulus(): bigint {
  const primes = oddTo(168).filter((n) => oddTo(14).every((divisor) => n === divisor || n % divisor !== 0n));
  const product = primes.reduce((all, prime) => all * prime, 1n);
  let modulus = 65_537n ** 1_234n % product;
  modulus += product * (((1n << 2_047n) | 12_345n) / product);
  while (modulus % 2n === 0n || oddTo(2_000).some((divisor) => modulus % divisor === 0n)) modulus += product;
  return modulus;
}

/** P-256 with another encoding of its point. */
export function p256Point(spell: (uncompressed: Buffer) => Buffer): string {
  const algorithm = spki.p256.subarray(2, 23);
  return pem('PUBLIC KEY', sequence(algorithm, bitString(spell(spki.p256.subarray(-65)))));
}

/** Ed25519 with a y, and the sign of its x. */
export function ed25519Point(y: bigint, sign = 0): string {
  const bytes = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse();
  bytes[31] = (bytes[31] ?? 0) | (sign << 7);
  return pem('PUBLIC KEY', Buffer.concat([spki.ed25519.subarray(0, 12), bytes]));
}
