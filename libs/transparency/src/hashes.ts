import { sha256 as hashOf } from '@noble/hashes/sha2.js';

/** A SHA-256 hash: 32 bytes. */
export type Hash = Uint8Array;

export const hashLength = 32;

/** RFC 9162, 2.1.1: different prefixes keep a node from being passed off as a leaf. */
const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** The hash of an entry of a log. */
export function leafHash(entry: Uint8Array): Hash {
  return sha256(leafPrefix, entry);
}

/** The hash of two subtrees. */
export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256(nodePrefix, left, right);
}

/** The root of a tree without leaves is the hash of nothing. */
export function emptyRoot(): Hash {
  return sha256();
}

export function sameHash(one: Hash, other: Hash): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** The hash of subtrees that follow each other, each larger than the next or as large. */
export function joinedHash(subtrees: readonly Hash[]): Hash {
  return subtrees.length === 0 ? emptyRoot() : subtrees.reduceRight((right, left) => nodeHash(left, right));
}

/** SHA-256 of the parts, one after another. Not by Node: browsers check proofs too, and compute it with promises only. */
export function sha256(...parts: readonly Uint8Array[]): Hash {
  const hash = hashOf.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}
