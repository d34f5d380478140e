import { type Hash, hashLength, joinedHash } from './hashes';
import { subtreesOf } from './subtrees';

/** The number of hashes of a complete tile. A hash of the next level covers one. */
export const tileWidth = 256;

/**
 * Consecutive hashes of a tree (C2SP tlog-tiles): leaves at level 0, at each further level the hashes of complete tiles of the level
 * below. Complete, or the last one of its level with fewer hashes.
 */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

/** A tile with its hashes, one after another. */
export interface TileContent extends Tile {
  readonly hashes: Uint8Array;
}

/** Where a log serves the tile, below its address. */
export function tilePath({ level, index, width }: Tile): string {
  return `tile/${level}/${placePath(index, width)}`;
}

/** Where a log serves the entries of a tile of level 0, below its address. */
export function entryBundlePath({ index, width }: Omit<Tile, 'level'>): string {
  return `tile/entries/${placePath(index, width)}`;
}

/** Three digits for each folder, so that none has more than 1,000 files. */
function placePath(index: number, width: number): string {
  const digits = index.toString();
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/');
  return width === tileWidth ? path : `${path}.p/${width}`;
}

/** The tile of a path, or undefined for a path that no tile has. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', place = ''] = /^tile\/(0|[1-9]\d?)\/(.*)$/.exec(path) ?? [];
  const parsed = level === '' ? undefined : parsePlace(place);
  return parsed && { level: Number(level), ...parsed };
}

/** The tile of level 0 whose entries have this path, or undefined for a path that none has. */
export function parseEntryBundlePath(path: string): Omit<Tile, 'level'> | undefined {
  const prefix = 'tile/entries/';
  return path.startsWith(prefix) ? parsePlace(path.slice(prefix.length)) : undefined;
}

/** Each place has one path. */
function parsePlace(path: string): Omit<Tile, 'level'> | undefined {
  const { groups } = /^(?<index>(?:x\d{3}\/){0,4}\d{3})(?:\.p\/(?<width>\d{1,3}))?$/.exec(path) ?? {};
  if (!groups) return undefined;
  const index = Number((groups.index ?? '').replaceAll(/[x/]/g, ''));
  const width = Number(groups.width ?? tileWidth);
  const isCanonical = width > 0 && placePath(index, width) === path;
  return isCanonical ? { index, width } : undefined;
}

/** The tile with this index at this level of a tree, as wide as the tree fills it. */
export function tileOf(size: number, { level, index }: Omit<Tile, 'width'>): Tile {
  const hashes = Math.floor(size / tileWidth ** level);
  return { level, index, width: Math.max(0, Math.min(tileWidth, hashes - index * tileWidth)) };
}

/** The last tile of each level that is not complete, from level 0 on. */
export function partialTiles(size: number): readonly Tile[] {
  const tiles: Tile[] = [];
  for (let [level, hashes] = [0, size]; hashes > 0; level++, hashes = Math.floor(hashes / tileWidth)) {
    const tile = tileOf(size, { level, index: Math.floor(hashes / tileWidth) });
    if (tile.width > 0) tiles.push(tile);
  }
  return tiles;
}

/** The tile's hashes. */
export function hashesOf(content: Uint8Array): Hash[] {
  return Array.from({ length: content.length / hashLength }, (_, place) =>
    content.subarray(place * hashLength, (place + 1) * hashLength),
  );
}

/** The hash of a complete subtree whose leaves are these: a power of two of hashes of one level. */
export function subtreeHash(hashes: readonly Hash[]): Hash {
  let level = hashes;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, pair) =>
      joinedHash(level.slice(pair * 2, pair * 2 + 2)),
    );
  return joinedHash(level);
}

/** The hash of the leaves that an incomplete tile has, as complete subtrees from left to right. */
export function peaksOf(hashes: readonly Hash[]): readonly Hash[] {
  return subtreesOf({ from: 0, to: hashes.length }).map(({ height, index }) =>
    subtreeHash(hashes.slice(index * 2 ** height, (index + 1) * 2 ** height)),
  );
}
