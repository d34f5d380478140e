import fc from 'fast-check';
import { leafOf, MemoryTiles, tilesOf } from '../spec/memory-tiles';
import { NaiveTree } from '../spec/naive-tree';
import { CompactTree } from './compact-tree';
import { GrowingTree } from './growing-tree';
import { type Hash, leafHash } from './hashes';
import { StoredTree } from './stored-tree';
import { hashesOf, tilePath } from './tile';
import { MissingTile } from './tile-reader.port';
import { isExtension, isIncluded } from './verify-proof';

const most = 65_537;
const leaves = Array.from({ length: most }, (_, n) => leafOf(n));
const naive = new NaiveTree(leaves);
const rootOf = (size: number): Hash => naive.hash(0, size);
const stateOf = (size: number): { size: number; root: Hash } => ({ size, root: rootOf(size) });
const hex = (hashes: readonly Hash[]): readonly string[] =>
  hashes.map((hash) => Buffer.from(hash).toString('hex'));

/** The same tiles serve every smaller tree: a complete tile begins as the partial one does. */
const tiles = tilesOf(most);
const wide = new (class extends MemoryTiles {
  override read(wanted: Parameters<MemoryTiles['read']>[0]): ReturnType<MemoryTiles['read']> {
    return Promise.resolve(
      wanted.map(({ level, index }) => {
        const width =
          [256, 1].find((each) => tiles.contents.has(tilePath({ level, index, width: each }))) ?? 1;
        return tiles.contents.get(tilePath({ level, index, width })) ?? new Uint8Array();
      }),
    );
  }
})();

const sizes = [...Array.from({ length: 601 }, (_, size) => size), 65_535, 65_536, most];

/** Places in a tree: at the ends and the middle where tiles begin, and one that differs from size to size. */
function placesIn(size: number): ReadonlySet<number> {
  const one = Math.floor(size * ((size * 0.618) % 1));
  return new Set((size + 2) % 256 < 5 ? [0, one, Math.floor(size / 2), size - 1] : [one]);
}

describe('a Merkle tree (RFC 9162)', () => {
  it('has the published roots of Certificate Transparency after each leaf', () => {
    const entries = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const tree = new GrowingTree();
    const roots = entries.map((entry) => {
      tree.append(leafHash(Buffer.from(entry, 'hex')));
      return tree.root();
    });
    expect(hex(roots)).toEqual([
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]);
  });

  it('has the root of the definition at every size, grown leaf by leaf and from its tiles', async () => {
    const tree = new GrowingTree();
    for (const size of sizes) {
      while (tree.size < size) tree.append(leafOf(tree.size));
      expect(tree.root()).toEqual(rootOf(size));
      expect(await new StoredTree(wide, size).root()).toEqual(rootOf(size));
    }
  });

  it('goes on from the subtrees of each earlier tree to the root of the definition', async () => {
    for (const size of sizes)
      for (const earlier of [...placesIn(size)]
        .map((place) => place + 1)
        .filter((each) => each > 0 && each <= size)) {
        const subtrees = await new StoredTree(wide, earlier).subtrees();
        const tree = new CompactTree(earlier, subtrees);
        expect(tree.root()).toEqual(rootOf(earlier));
        const end = Math.min(size, earlier + 300);
        while (tree.size < end) tree.append(leafOf(tree.size));
        expect(tree.root()).toEqual(rootOf(end));
        expect(() => new CompactTree(earlier, [...subtrees, leafOf(0)])).toThrow(RangeError);
        expect(() => new CompactTree(earlier, subtrees.slice(1))).toThrow(RangeError);
      }
    expect(await new StoredTree(wide, 0).subtrees()).toEqual([]);
    expect(new CompactTree().root()).toEqual(rootOf(0));
  });

  it('proves each leaf with the path of the definition', async () => {
    for (const size of sizes.slice(1))
      for (const index of placesIn(size)) {
        const path = await new StoredTree(wide, size).inclusionPath(index);
        expect(hex(path)).toEqual(hex(naive.inclusion(index, [0, size])));
        expect(isIncluded({ index, hash: leafOf(index) }, path, stateOf(size))).toBe(true);
      }
  });

  it('proves that it extends each earlier tree with the path of the definition', async () => {
    for (const size of sizes.slice(1))
      for (const earlier of [...placesIn(size)].map((place) => place + 1)) {
        const path = await new StoredTree(wide, size).consistencyPath(earlier);
        expect(hex(path)).toEqual(hex(naive.consistency(earlier, [0, size])));
        expect(isExtension(stateOf(earlier), path, stateOf(size))).toBe(true);
      }
    expect(await new StoredTree(wide, 7).consistencyPath(0)).toEqual([]);
    expect(isExtension(stateOf(0), [], stateOf(7))).toBe(true);
  });

  it('proves nothing else: not another leaf, place, tree or path', async () => {
    const range = { min: 1, max: 600 };
    await fc.assert(
      fc.asyncProperty(fc.integer(range), fc.nat(599), fc.nat(30), async (size, number, place) => {
        const index = number % size;
        const leaf = { index, hash: leafOf(index) };
        const path = await new StoredTree(wide, size).inclusionPath(index);
        const tree = stateOf(size);
        const other = leafOf(most);
        expect(isIncluded({ ...leaf, hash: other }, path, tree)).toBe(false);
        expect(isIncluded(leaf, path, { ...tree, root: other })).toBe(false);
        expect(isIncluded({ ...leaf, index: size }, path, tree)).toBe(false);
        expect(isIncluded(leaf, [...path, other], tree)).toBe(false);
        if (path.length === 0) return;
        expect(isIncluded({ ...leaf, index: index > 0 ? index - 1 : 1 }, path, tree)).toBe(false);
        expect(isIncluded(leaf, path.toSpliced(place % path.length, 1), tree)).toBe(false);
        expect(isIncluded(leaf, path.with(place % path.length, other), tree)).toBe(false);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer(range), fc.integer(range), fc.nat(30), async (one, two, place) => {
        const [earlier, size] = [Math.min(one, two), Math.max(one, two)];
        const path = await new StoredTree(wide, size).consistencyPath(earlier);
        const [before, after] = [stateOf(earlier), stateOf(size)];
        const other = leafOf(most);
        expect(isExtension({ ...before, root: other }, path, after)).toBe(false);
        expect(isExtension(before, path, { ...after, root: other })).toBe(false);
        expect(isExtension(before, [...path, other], after)).toBe(false);
        expect(isExtension({ ...after, size: size + 1 }, path, after)).toBe(false);
        if (path.length === 0) return;
        expect(isExtension(before, path.toSpliced(place % path.length, 1), after)).toBe(false);
        expect(isExtension(before, path.with(place % path.length, other), after)).toBe(false);
      }),
    );
    expect(isExtension({ size: 0, root: leafOf(0) }, [], stateOf(7))).toBe(false);
  });

  it('continues from its tiles at any size, and writes only what changed', async () => {
    for (const [from, to] of [
      [0, 3],
      [3, 255],
      [255, 256],
      [256, 257],
      [257, 600],
      [65_535, 65_536],
      [65_536, most],
    ] as const) {
      const stored = tilesOf(from);
      const tree = await GrowingTree.open(stored, from);
      for (let n = from; n < to; n++) tree.append(leafOf(n));
      const written = tree.takeTiles();
      stored.keep(written);
      expect(tree.root()).toEqual(rootOf(to));
      expect(await new StoredTree(stored, to).root()).toEqual(rootOf(to));
      expect(written.length).toBeLessThanOrEqual((to - from) / 256 + 5);
      expect(tree.takeTiles()).toEqual([]);
    }
  });

  it('has the tiles of the specification: at 70,000 leaves 273 and a part, one and a part, and a part', () => {
    const paths = [...tilesOf(70_000).contents.keys()];
    const at = (level: number): readonly string[] =>
      paths.filter((path) => path.startsWith(`tile/${level}/`));
    expect([at(0).length, at(0).at(-1)]).toEqual([274, 'tile/0/273.p/112']);
    expect([at(1), at(2)]).toEqual([['tile/1/000', 'tile/1/001.p/17'], ['tile/2/000.p/1']]);
    expect(hashesOf(tilesOf(256).contents.get('tile/1/000.p/1') ?? new Uint8Array())).toEqual([rootOf(256)]);
  });

  it('reads few tiles for a proof', async () => {
    tiles.reads = 0;
    await new StoredTree(tiles, most).inclusionPath(12_345);
    await new StoredTree(tiles, most).consistencyPath(40_000);
    expect(tiles.reads).toBeLessThanOrEqual(12);
  });

  it('rejects when a tile is missing or too short', async () => {
    const stored = tilesOf(300);
    stored.contents.set('tile/0/001.p/44', new Uint8Array(43 * 32));
    await expect(new StoredTree(stored, 300).root()).rejects.toThrow(MissingTile);
    await expect(GrowingTree.open(stored, 300)).rejects.toThrow('Tile 1 of level 0 is missing or too short');
    await expect(new StoredTree(stored, 301).root()).rejects.toThrow(MissingTile);
    expect(() => new StoredTree(stored, 300).inclusionPath(300)).toThrow(RangeError);
    expect(() => new StoredTree(stored, 300).consistencyPath(301)).toThrow(RangeError);
  });
});
