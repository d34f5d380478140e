import {
  emptyRoot,
  GrowingTree,
  type Hash,
  hashLength,
  leafHash,
  type TileContent,
  tileWidth,
} from '@governance/transparency';
import { inOrder } from './in-order';
import { type ServedTree } from './served-tree';

/** Each loads a bundle of entries and a tile: 16 requests at once. */
const loadedAhead = 8;

/** Entries of a log that follow each other. */
export interface Entries {
  /** The number of the first one. */
  readonly first: number;
  readonly entries: readonly Uint8Array[];
}

export interface LogReading {
  readonly size: number;
  /** Of an earlier tree whose root is asked for. */
  readonly earlierSize?: number | undefined;
  /** Takes the entries in their order. */
  readonly visit: (entries: Entries) => Promise<void>;
  /** Takes what is wrong with the tiles: at most one sentence for each of them. */
  readonly report: (problem: string) => void;
}

/** What the entries of a log hash to. */
export interface LogRoots {
  readonly root: Hash;
  /** Undefined if none was asked for. */
  readonly earlierRoot: Hash | undefined;
}

/**
 * Reads every entry and every tile of a log, and computes its tree from the entries alone. It holds a few bundles at a time.
 * @throws UnservedFile
 */
export async function readWholeLog(served: ServedTree, reading: LogReading): Promise<LogRoots> {
  const { size, earlierSize, visit } = reading;
  const tree = new GrowingTree();
  const growing = new Map<number, TileContent>();
  let earlierRoot = earlierSize === 0 ? emptyRoot() : undefined;
  for await (const { first, entries, hashes } of bundlesOf(served, size)) {
    const leaves = entries.map(leafHash);
    for (const leaf of leaves) {
      tree.append(leaf);
      if (tree.size === earlierSize) earlierRoot = tree.root();
    }
    reportLeaves(first, { leaves, hashes }, reading);
    await visit({ first, entries });
    for (const tile of tree.takeTiles()) {
      growing.delete(tile.level);
      if (tile.width < tileWidth) growing.set(tile.level, tile);
      else await compareAbove(served, tile, reading);
    }
  }
  for (const tile of growing.values()) await compareAbove(served, tile, reading);
  return { root: tree.root(), earlierRoot };
}

interface Bundle extends Entries {
  /** The tile that the log serves for them. */
  readonly hashes: Uint8Array;
}

function bundlesOf(served: ServedTree, size: number): AsyncGenerator<Bundle> {
  return inOrder({
    count: Math.ceil(size / tileWidth),
    ahead: loadedAhead,
    load: async (index) => {
      const first = index * tileWidth;
      const tile = { level: 0, index, width: Math.min(tileWidth, size - first) };
      const [entries, hashes] = await Promise.all([served.entries(tile), served.tile(tile)]);
      return { first, entries, hashes };
    },
  });
}

function reportLeaves(
  first: number,
  { leaves, hashes }: { readonly leaves: readonly Hash[]; readonly hashes: Uint8Array },
  { report }: LogReading,
): void {
  const differing = leaves.findIndex(
    (leaf, place) =>
      Buffer.compare(leaf, hashes.subarray(place * hashLength, (place + 1) * hashLength)) !== 0,
  );
  if (differing >= 0) report(`Entry ${first + differing} is not the one that the tree has there`);
}

/** A tile above the leaves, whose tile was compared already. */
async function compareAbove(served: ServedTree, tile: TileContent, { report }: LogReading): Promise<void> {
  if (tile.level === 0) return;
  if (Buffer.compare(tile.hashes, await served.tile(tile)) === 0) return;
  report(`Tile ${tile.index} of level ${tile.level} does not follow from the entries`);
}
