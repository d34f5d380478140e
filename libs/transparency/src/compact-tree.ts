import { type Hash, joinedHash, nodeHash } from './hashes';
import { subtreeCount } from './subtrees';

/**
 * A Merkle tree (RFC 9162) that grows by one leaf after another, for a reader: of its leaves it keeps the largest complete subtrees, one
 * hash for each bit of its size. It goes on from those of a tree whose leaves the reader does not have.
 */
export class CompactTree {
  private readonly hashes: Hash[];

  /** @throws RangeError when a tree of this size has another number of subtrees */
  constructor(
    private leaves = 0,
    subtrees: readonly Hash[] = [],
  ) {
    if (subtrees.length !== subtreeCount(leaves))
      throw new RangeError(`A tree of ${leaves} leaves has not ${subtrees.length} subtrees`);
    this.hashes = [...subtrees];
  }

  get size(): number {
    return this.leaves;
  }

  append(leaf: Hash): void {
    let hash = leaf;
    // Each bit of the size that is set is a subtree on the left that is as large.
    for (let rest = this.leaves; rest % 2 === 1; rest = Math.floor(rest / 2))
      hash = nodeHash(this.hashes.pop() ?? hash, hash);
    this.hashes.push(hash);
    this.leaves += 1;
  }

  root(): Hash {
    return joinedHash(this.hashes);
  }
}
