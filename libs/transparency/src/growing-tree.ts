import { type Hash, hashLength, joinedHash } from './hashes';
import { readTiles } from './read-tiles';
import { hashesOf, partialTiles, peaksOf, subtreeHash, type TileContent, tileOf, tileWidth } from './tile';
import { type TileReader } from './tile-reader.port';

/**
 * A Merkle tree (RFC 9162) that grows by one leaf after another. It keeps the incomplete tile of each level, from which its root
 * follows: at most 255 hashes for each level.
 */
export class GrowingTree {
  /** The hashes of the incomplete tile of each level. */
  private readonly edge: Hash[][] = [];
  private readonly grown = new Set<number>();
  private complete: TileContent[] = [];
  private leaves = 0;

  /** Continues a tree of this size. @throws MissingTile */
  static async open(reader: TileReader, size: number): Promise<GrowingTree> {
    const tree = new GrowingTree();
    tree.leaves = size;
    for (const { level, hashes } of await readTiles(reader, partialTiles(size)))
      tree.hashesAt(level).push(...hashesOf(hashes));
    return tree;
  }

  get size(): number {
    return this.leaves;
  }

  append(leaf: Hash): void {
    this.leaves += 1;
    this.add(leaf, 0);
  }

  root(): Hash {
    return joinedHash(this.edge.toReversed().flatMap(peaksOf));
  }

  /** The tiles that are new or longer since the last call, the complete ones first. */
  takeTiles(): readonly TileContent[] {
    const partial = partialTiles(this.leaves).filter(({ level }) => this.grown.has(level));
    const tiles = [
      ...this.complete,
      ...partial.map((tile) => ({ ...tile, hashes: joined(this.hashesAt(tile.level)) })),
    ];
    this.complete = [];
    this.grown.clear();
    return tiles;
  }

  private add(hash: Hash, level: number): void {
    const hashes = this.hashesAt(level);
    hashes.push(hash);
    this.grown.add(level);
    if (hashes.length < tileWidth) return;
    const index = this.leaves / tileWidth ** (level + 1) - 1;
    this.complete.push({ ...tileOf(this.leaves, { level, index }), hashes: joined(hashes) });
    this.edge[level] = [];
    this.add(subtreeHash(hashes), level + 1);
  }

  private hashesAt(level: number): Hash[] {
    while (this.edge.length <= level) this.edge.push([]);
    return this.edge[level] ?? [];
  }
}

function joined(hashes: readonly Hash[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * hashLength);
  for (const [place, hash] of hashes.entries()) bytes.set(hash, place * hashLength);
  return bytes;
}
