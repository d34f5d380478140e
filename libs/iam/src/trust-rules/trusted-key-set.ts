import { RuleViolation } from '@governance/kernel';
import { createPublicKey } from 'node:crypto';
import * as z from 'zod';
import { KeyRefused } from '../keys/key-refused';
import { publicKeyOf } from '../keys/public-key-of';

const mostKeys = 20;
const part = z.string().regex(/^[\w-]{1,2000}$/);
const publicJwk = z.strictObject({
  kty: z.enum(['RSA', 'EC', 'OKP']),
  kid: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  use: z.literal('sig').exactOptional(),
  alg: z
    .string()
    .regex(/^\w{1,20}$/)
    .exactOptional(),
  key_ops: z.tuple([z.literal('verify')]).exactOptional(),
  n: part.exactOptional(),
  e: part.exactOptional(),
  crv: part.exactOptional(),
  x: part.exactOptional(),
  y: part.exactOptional(),
});
const keySet = z.strictObject({ keys: z.array(publicJwk).min(1).max(mostKeys) });

type TrustedKey = Readonly<z.output<typeof publicJwk>>;

/** Public keys (RFC 7517, 5), each with a `kid` of its own. */
export type TrustedKeySet = Readonly<{ keys: readonly TrustedKey[] }>;

/**
 * The keys of an issuer without a public address. A member that no public key has is refused, so that a private key is not stored.
 * Throws `RuleViolation`, which quotes nothing of the keys.
 */
export function checkKeySet(value: unknown): TrustedKeySet {
  const set = keySet.safeParse(value).data;
  if (set === undefined || new Set(set.keys.map(({ kid }) => kid)).size < set.keys.length) {
    throw new RuleViolation(
      `key_set must be a key set of 1 to ${mostKeys} public keys, each with a kid of its own`,
    );
  }
  for (const [index, key] of set.keys.entries()) checkKey(key, index);
  return set;
}

function checkKey(key: TrustedKey, index: number): void {
  try {
    publicKeyOf(spkiOf(key));
  } catch (error) {
    if (error instanceof KeyRefused) throw new RuleViolation(`key_set.keys[${index}] ${error.problem}`);
    throw error;
  }
}

/** Node's message may quote the key. */
function spkiOf(jwk: TrustedKey): string {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return key.export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    throw new KeyRefused('must be a whole and undamaged public key');
  }
}
