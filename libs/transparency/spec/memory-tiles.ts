import { GrowingTree, type Hash, leafHash, type Tile, type TileContent, tilePath, TileReader } from '../src';

/** The tiles of a log in memory, under their paths. A partial tile stays when it has grown. */
export class MemoryTiles extends TileReader {
  readonly contents = new Map<string, Uint8Array>();
  reads = 0;

  read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    this.reads += tiles.length;
    return Promise.resolve(tiles.map((tile) => this.contents.get(tilePath(tile)) ?? new Uint8Array()));
  }

  keep(tiles: readonly TileContent[]): void {
    for (const tile of tiles) this.contents.set(tilePath(tile), tile.hashes);
  }
}

/** The leaf with this number. */
export function leafOf(n: number): Hash {
  return leafHash(Buffer.from(`leaf ${n}`));
}

/** The tiles of a tree of this size, which is appended at once. */
export function tilesOf(size: number): MemoryTiles {
  const tree = new GrowingTree();
  const tiles = new MemoryTiles();
  for (let n = 0; n < size; n++) tree.append(leafOf(n));
  tiles.keep(tree.takeTiles());
  return tiles;
}
