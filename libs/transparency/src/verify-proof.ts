import { emptyRoot, type Hash, nodeHash, sameHash } from './hashes';
import { subtreesOf } from './subtrees';

/** A tree at one time. */
export interface TreeState {
  readonly size: number;
  readonly root: Hash;
}

/** RFC 9162, 2.1.3.2: whether the path leads from this leaf of the tree to its root. */
export function isIncluded(
  leaf: { readonly index: number; readonly hash: Hash },
  path: readonly Hash[],
  tree: TreeState,
): boolean {
  if (leaf.index >= tree.size) return false;
  const place = new Place(leaf.index, tree.size - 1);
  let { hash } = leaf;
  for (const sibling of path) {
    if (place.isTop) return false;
    hash = place.isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
    place.rise();
  }
  return place.isTop && sameHash(hash, tree.root);
}

/** RFC 9162, 2.1.4.2: whether the path shows that the later tree begins with all leaves of the earlier one. */
export function isExtension(earlier: TreeState, path: readonly Hash[], later: TreeState): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && sameHash(earlier.root, later.root);
  if (earlier.size === 0) return path.length === 0 && sameHash(earlier.root, emptyRoot());
  const roots = rootsOf(earlier, path, later.size);
  return roots !== undefined && sameHash(roots.earlier, earlier.root) && sameHash(roots.later, later.root);
}

/** Both roots as the path has them. The last subtree of the earlier tree begins the path, unless it is that tree. */
function rootsOf(
  earlier: TreeState,
  path: readonly Hash[],
  size: number,
): { readonly earlier: Hash; readonly later: Hash } | undefined {
  const isOneSubtree = subtreesOf({ from: 0, to: earlier.size }).length === 1;
  const [first, ...rest] = isOneSubtree ? [earlier.root, ...path] : path;
  if (first === undefined) return undefined;
  const place = new Place(earlier.size - 1, size - 1);
  place.riseFromRight();
  let roots = { earlier: first, later: first };
  for (const sibling of rest) {
    if (place.isTop) return undefined;
    roots = place.isRight
      ? { earlier: nodeHash(sibling, roots.earlier), later: nodeHash(sibling, roots.later) }
      : { earlier: roots.earlier, later: nodeHash(roots.later, sibling) };
    place.rise();
  }
  return place.isTop ? roots : undefined;
}

/** A node on its way to the root: its place in its level, and that of the last node there. */
class Place {
  constructor(
    private node: number,
    private last: number,
  ) {}

  get isTop(): boolean {
    return this.last === 0;
  }

  /** The sibling is on the left. A last node without one rises until it has one. */
  get isRight(): boolean {
    return this.node % 2 === 1 || this.node === this.last;
  }

  rise(): void {
    if (this.node === this.last) while (this.node % 2 === 0 && this.node !== 0) this.halve();
    this.halve();
  }

  riseFromRight(): void {
    while (this.node % 2 === 1) this.halve();
  }

  private halve(): void {
    this.node = Math.floor(this.node / 2);
    this.last = Math.floor(this.last / 2);
  }
}
