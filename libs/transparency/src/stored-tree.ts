import { type Hash, hashLength, joinedHash } from './hashes';
import { readTiles } from './read-tiles';
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  rangeOf,
  type Subtree,
  subtreesOf,
} from './subtrees';
import { hashesOf, subtreeHash, type Tile, tileOf } from './tile';
import { type TileReader } from './tile-reader.port';

const tileHeight = 8;

/** A tree of this size whose tiles are stored. Each answer reads O(log size) tiles, all at once. @throws MissingTile */
export class StoredTree {
  constructor(
    private readonly reader: TileReader,
    private readonly size: number,
  ) {}

  async root(): Promise<Hash> {
    const [root] = await this.hashesOf([{ from: 0, to: this.size }]);
    return root ?? joinedHash([]);
  }

  /** Shows that the tree has this leaf: the hashes beside its way to the root, from the leaf upwards. */
  inclusionPath(index: number): Promise<readonly Hash[]> {
    if (!(index >= 0 && index < this.size))
      throw new RangeError(`A tree of ${this.size} leaves has no leaf ${index}`);
    return this.hashesOf(inclusionRanges(index, this.size));
  }

  /** Shows that the tree begins with the leaves of itself when it had this size. */
  consistencyPath(earlier: number): Promise<readonly Hash[]> {
    if (!(earlier >= 0 && earlier <= this.size))
      throw new RangeError(`A tree of ${this.size} leaves had never ${earlier}`);
    return this.hashesOf(consistencyRanges(earlier, this.size));
  }

  /** The largest complete subtrees, from left to right: from them a `CompactTree` goes on. */
  subtrees(): Promise<readonly Hash[]> {
    const whole = subtreesOf({ from: 0, to: this.size });
    return this.hashesOf(whole.map(rangeOf));
  }

  private async hashesOf(ranges: readonly LeafRange[]): Promise<readonly Hash[]> {
    const parts = ranges.map(subtreesOf);
    const tiles = new Map(parts.flat().map((subtree) => [keyOf(subtree), this.tileOf(subtree)]));
    const contents = await readTiles(this.reader, [...tiles.values()]);
    const read = new Map([...tiles.keys()].map((key, place) => [key, contents[place]?.hashes]));
    return parts.map((subtrees) =>
      joinedHash(subtrees.map((subtree) => hashWithin(read.get(keyOf(subtree)), subtree))),
    );
  }

  private tileOf(subtree: Subtree): Tile {
    return tileOf(this.size, placeOf(subtree));
  }
}

/** The tile that has the hashes of which a subtree is made. */
function placeOf({ height, index }: Subtree): Omit<Tile, 'width'> {
  const level = Math.floor(height / tileHeight);
  return { level, index: Math.floor(index / 2 ** ((level + 1) * tileHeight - height)) };
}

function keyOf(subtree: Subtree): string {
  const { level, index } = placeOf(subtree);
  return `${level}/${index}`;
}

function hashWithin(content: Uint8Array | undefined, { height, index }: Subtree): Hash {
  if (content === undefined) throw new Error('a tile was not read');
  const width = 2 ** (height % tileHeight);
  const from = (index % (2 ** tileHeight / width)) * width;
  return subtreeHash(hashesOf(content.subarray(from * hashLength, (from + width) * hashLength)));
}
