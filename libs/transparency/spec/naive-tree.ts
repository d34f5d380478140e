import { createHash } from 'node:crypto';
import { type Hash } from '../src';

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** The definitions of RFC 9162, as they are written there, over all leaves. It remembers the hash of each range. */
export class NaiveTree {
  private readonly known = new Map<string, Hash>();

  constructor(private readonly leaves: readonly Hash[]) {}

  /** 2.1.1: the hash of the leaves from one up to, and without, another. */
  hash(from: number, to: number): Hash {
    const key = `${from} ${to}`;
    const hash = this.known.get(key) ?? this.computed(from, to);
    this.known.set(key, hash);
    return hash;
  }

  /** 2.1.3.1 */
  inclusion(index: number, [from, to]: readonly [number, number]): readonly Hash[] {
    if (to - from === 1) return [];
    const middle = from + half(to - from);
    return index < middle
      ? [...this.inclusion(index, [from, middle]), this.hash(middle, to)]
      : [...this.inclusion(index, [middle, to]), this.hash(from, middle)];
  }

  /** 2.1.4.1 */
  consistency(earlier: number, [from, to]: readonly [number, number], isWhole = true): readonly Hash[] {
    if (earlier === to) return isWhole ? [] : [this.hash(from, to)];
    const middle = from + half(to - from);
    return earlier <= middle
      ? [...this.consistency(earlier, [from, middle], isWhole), this.hash(middle, to)]
      : [...this.consistency(earlier, [middle, to], false), this.hash(from, middle)];
  }

  private computed(from: number, to: number): Hash {
    if (from === to) return sha256();
    if (to - from === 1) return this.leaves[from] ?? Buffer.of();
    const middle = from + half(to - from);
    return sha256(Buffer.of(1), this.hash(from, middle), this.hash(middle, to));
  }
}

function half(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}
