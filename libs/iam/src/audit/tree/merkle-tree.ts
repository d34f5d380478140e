import { createHash } from 'node:crypto';

/** RFC 9162, 2.1.1: different prefixes keep a node from being passed off as a leaf. */
const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** The hash of a leaf with this content. */
export function leafHash(content: string): Buffer {
  return sha256(leafPrefix, Buffer.from(content, 'utf8'));
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(nodePrefix, left, right);
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** A complete subtree: a power of two of leaves. */
interface Subtree {
  readonly leaves: number;
  readonly hash: Buffer;
}

/** A Merkle tree (RFC 9162) that grows by one leaf after another, and keeps only the hashes that its root needs. */
export class MerkleTree {
  /** From left to right, each larger than the next. */
  private readonly subtrees: Subtree[] = [];
  private leaves = 0;

  get size(): number {
    return this.leaves;
  }

  append(hash: Buffer): void {
    this.leaves += 1;
    let last: Subtree = { leaves: 1, hash };
    for (let left = this.subtrees.at(-1); left?.leaves === last.leaves; left = this.subtrees.at(-1)) {
      this.subtrees.pop();
      last = { leaves: left.leaves * 2, hash: nodeHash(left.hash, last.hash) };
    }
    this.subtrees.push(last);
  }

  /** The hash of the empty tree is that of nothing. */
  root(): Buffer {
    const [last, ...larger] = this.subtrees.toReversed();
    if (last === undefined) return sha256();
    return larger.reduce((right, left) => nodeHash(left.hash, right), last.hash);
  }
}
