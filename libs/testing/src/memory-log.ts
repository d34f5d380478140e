import {
  checkpointText,
  GrowingTree,
  leafHash,
  logProofText,
  type NoteSigner,
  noteSigner,
  signNote,
  StoredTree,
  type Tile,
  tilePath,
  TileReader,
} from '@governance/transparency';
import { type Ed25519Key } from './ed25519-key';

/** A log in memory. Several with one key are what a log shows to different readers. */
export class MemoryLog {
  private readonly tree = new GrowingTree();
  private readonly tiles = new MemoryTiles();

  constructor(readonly key: Ed25519Key) {}

  get size(): number {
    return this.tree.size;
  }

  /** The index of the new entry. */
  append(entry: string): number {
    this.tree.append(leafHash(new TextEncoder().encode(entry)));
    return this.tree.size - 1;
  }

  /** The signed checkpoint of today's tree, with the signatures of these cosigners. */
  checkpoint(cosigners: readonly NoteSigner[] = []): Promise<string> {
    this.tiles.keep(this.tree);
    const text = checkpointText({
      origin: this.key.name,
      size: this.tree.size,
      root: this.tree.root(),
      extensions: [],
    });
    return signNote(text, [noteSigner(this.key, this.key.sign), ...cosigners]);
  }

  /** The proof of an entry by the checkpoint of today's tree. */
  async proof(index: number, checkpoint: string, extra: Uint8Array): Promise<string> {
    const path = await new StoredTree(this.tiles, this.tree.size).inclusionPath(index);
    return logProofText({ index, path, checkpoint, extra });
  }
}

class MemoryTiles extends TileReader {
  private readonly contents = new Map<string, Uint8Array>();

  keep(tree: GrowingTree): void {
    for (const tile of tree.takeTiles()) this.contents.set(tilePath(tile), tile.hashes);
  }

  read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    return Promise.resolve(tiles.map((tile) => this.contents.get(tilePath(tile)) ?? new Uint8Array()));
  }
}
