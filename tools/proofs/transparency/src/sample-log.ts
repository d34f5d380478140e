import {
  checkpointText,
  entryBundle,
  entryBundlePath,
  GrowingTree,
  leafHash,
  noteSigner,
  signNote,
  StoredTree,
  type Tile,
  tilePath,
  TileReader,
  tileWidth,
  verifierKey,
} from '@governance/transparency';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const origin = 'example.com/sample-log';

class TileFiles extends TileReader {
  constructor(private readonly folder: string) {
    super();
  }

  read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    return Promise.resolve(tiles.map((tile) => readFileSync(join(this.folder, tilePath(tile)))));
  }
}

/** Writes the files of a log of this size, as a server would have them, and `proofs.json` with proofs of leaves and earlier sizes. */
export async function writeSampleLog(folder: string, size: number): Promise<void> {
  const tree = writeTiles(folder, size);
  const stored = new StoredTree(new TileFiles(folder), size);
  const leaves = [...new Set([0, 1, 255, 256, Math.floor(size / 2), size - 1])].filter(
    (index) => index >= 0 && index < size,
  );
  const text = (hashes: readonly Uint8Array[]): readonly string[] =>
    hashes.map((hash) => Buffer.from(hash).toString('base64'));
  const inclusion = [];
  for (const index of leaves) inclusion.push({ index, path: text(await stored.inclusionPath(index)) });
  const consistency = [];
  for (const index of leaves)
    consistency.push({ size: index + 1, path: text(await stored.consistencyPath(index + 1)) });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = { name: origin, publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32) };
  const signer = noteSigner(key, (signed) => Promise.resolve(sign(null, signed, privateKey)));
  const checkpoint = checkpointText({ origin, size, root: tree.root(), extensions: [] });
  write(folder, 'checkpoint', Buffer.from(await signNote(checkpoint, [signer])));
  const proofs = {
    key: verifierKey(key, 'note'),
    root: text([await stored.root()])[0],
    inclusion,
    consistency,
  };
  write(folder, 'proofs.json', Buffer.from(JSON.stringify(proofs)));
}

function writeTiles(folder: string, size: number): GrowingTree {
  const tree = new GrowingTree();
  for (let from = 0; from < size; from += tileWidth) {
    const width = Math.min(tileWidth, size - from);
    const entries = Array.from({ length: width }, (_, n) => Buffer.from(`entry ${from + n}`));
    for (const entry of entries) tree.append(leafHash(entry));
    write(folder, entryBundlePath({ index: from / tileWidth, width }), entryBundle(entries));
  }
  for (const tile of tree.takeTiles()) write(folder, tilePath(tile), tile.hashes);
  return tree;
}

function write(folder: string, path: string, content: Uint8Array): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
