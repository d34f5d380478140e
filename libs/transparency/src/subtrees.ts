/** Consecutive leaves of a tree: from the first one up to, and without, `to`. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** A complete subtree: the leaves from `index * 2 ** height` on, `2 ** height` of them. */
export interface Subtree {
  readonly height: number;
  readonly index: number;
}

/** The largest complete subtrees of a range that begins at the place of a subtree of its size, from left to right. */
export function subtreesOf({ from, to }: LeafRange): readonly Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = from; at < to;) {
    const height = heightWithin(to - at);
    subtrees.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return subtrees;
}

/** The number of largest complete subtrees of a tree of this size. */
export function subtreeCount(size: number): number {
  return subtreesOf({ from: 0, to: size }).length;
}

/** The leaves of a subtree. */
export function rangeOf({ height, index }: Subtree): LeafRange {
  const width = 2 ** height;
  return { from: index * width, to: (index + 1) * width };
}

/** RFC 9162, 2.1.3.1: the ranges whose hashes lead from a leaf to the root, from the leaf upwards. */
export function inclusionRanges(index: number, size: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  for (let [from, to] = [0, size]; to - from > 1;) {
    const middle = from + halfOf(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.toReversed();
}

/** RFC 9162, 2.1.4.1: the ranges whose hashes show that a tree of `size` leaves begins with the `earlier` ones. */
export function consistencyRanges(earlier: number, size: number): readonly LeafRange[] {
  if (earlier === 0 || earlier === size) return [];
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to !== earlier) {
    const middle = from + halfOf(to - from);
    if (earlier <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  // The verifier has the root of the earlier tree, which is this range if it begins at the first leaf.
  if (from > 0) ranges.push({ from, to });
  return ranges.toReversed();
}

/** The height of the largest complete subtree with at most this many leaves. */
function heightWithin(leaves: number): number {
  let height = 0;
  while (2 ** (height + 1) <= leaves) height += 1;
  return height;
}

/** The largest power of two that is smaller than the number of leaves. */
function halfOf(leaves: number): number {
  return 2 ** heightWithin(leaves - 1);
}
