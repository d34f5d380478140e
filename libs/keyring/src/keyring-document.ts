import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { KeyringUnusable } from './keyring-unusable';

/** One version of the master key. Printing the key object does not reveal the key. */
export interface VersionedKey {
  readonly version: number;
  readonly createdAt: string;
  /** Until then it only opens and matches, so that every program can know it before one seals with it. Absent: at once. */
  readonly sealsFrom?: string | undefined;
  readonly key: KeyObject;
}

const keyLength = 32;
const largestVersion = 0xffff_ffff;

const keyBytes = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === keyLength)
  .transform((bytes) => createSecretKey(bytes));

const document = z.object({
  format: z.literal(1),
  keys: z
    .array(
      z.object({
        version: z.int().min(1).max(largestVersion),
        createdAt: z.iso.datetime(),
        sealsFrom: z.iso.datetime().optional(),
        key: keyBytes,
      }),
    )
    .min(1)
    .refine((keys) => new Set(keys.map(({ version }) => version)).size === keys.length),
});

export function createKey(version: number, now: Date, sealsFrom?: Date): VersionedKey {
  const key = createSecretKey(randomBytes(keyLength));
  return { version, createdAt: now.toISOString(), sealsFrom: sealsFrom?.toISOString(), key };
}

/** The keys, oldest version first. Throws `KeyringUnusable`, which names the wrong member and never quotes the text. */
export function parseKeys(text: string): VersionedKey[] {
  const result = document.safeParse(parseJson(text));
  if (!result.success) {
    const places = new Set(result.error.issues.map(({ path }) => path.join('.') || 'the document'));
    throw new KeyringUnusable(`is not a keyring: wrong or missing are ${[...places].join(', ')}`);
  }
  return result.data.keys.toSorted((one, other) => one.version - other.version);
}

export function formatKeys(keys: readonly VersionedKey[]): string {
  const entries = keys.map(({ version, createdAt, sealsFrom, key }) => ({
    version,
    createdAt,
    sealsFrom,
    key: key.export().toString('base64'),
  }));
  return `${JSON.stringify({ format: 1, keys: entries }, undefined, 2)}\n`;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which is key material.
    throw new KeyringUnusable('is not JSON');
  }
}
