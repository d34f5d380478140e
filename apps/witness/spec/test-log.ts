import {
  addCheckpointText,
  checkpointText,
  cosignNote,
  GrowingTree,
  leafHash,
  noteSigner,
  signNote,
  StoredTree,
  type Tile,
  tilePath,
  TileReader,
  verifierKey,
} from '@governance/transparency';
import { generateKeyPairSync, sign } from 'node:crypto';

/** A log that signs what it is told: also two histories. */
export class TestLog {
  private readonly key: { readonly name: string; readonly publicKey: Uint8Array };
  private readonly privateKey = generateKeyPairSync('ed25519').privateKey;

  constructor(readonly origin: string) {
    const { x = '' } = this.privateKey.export({ format: 'jwk' });
    this.key = { name: origin, publicKey: new Uint8Array(Buffer.from(x, 'base64url')) };
  }

  get verifierKey(): string {
    return verifierKey(this.key, 'note');
  }

  /** The checkpoint of its first leaves in a history. Histories differ from leaf `fork` on. */
  async checkpoint(
    size: number,
    history: History = straight,
    extensions: readonly string[] = [],
  ): Promise<string> {
    const { tree } = treeOf(size, history);
    return signNote(checkpointText({ origin: this.origin, size, root: tree.root(), extensions }), [
      this.signer,
    ]);
  }

  /** The request for it after the checkpoint with the old size. */
  async request(oldSize: number, size: number, history?: History): Promise<string> {
    const { tiles } = treeOf(size, history);
    const path = await new StoredTree(tiles, size).consistencyPath(oldSize);
    return addCheckpointText({ oldSize, path, checkpoint: await this.checkpoint(size, history) });
  }

  /** A note with a further signature of this log. */
  signed(note: string): Promise<string> {
    return cosignNote(note, [this.signer]);
  }

  private get signer(): ReturnType<typeof noteSigner> {
    return noteSigner(this.key, (signed) => Promise.resolve(sign(null, signed, this.privateKey)));
  }
}

export interface History {
  readonly name: string;
  readonly fork: number;
}

const straight: History = { name: '', fork: Number.POSITIVE_INFINITY };

class Tiles extends TileReader {
  readonly contents = new Map<string, Uint8Array>();

  read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    return Promise.resolve(tiles.map((tile) => this.contents.get(tilePath(tile)) ?? new Uint8Array()));
  }
}

function treeOf(
  size: number,
  { name, fork }: History = straight,
): { readonly tree: GrowingTree; readonly tiles: Tiles } {
  const [tree, tiles] = [new GrowingTree(), new Tiles()];
  for (let leaf = 0; leaf < size; leaf++)
    tree.append(leafHash(Buffer.from(`${leaf < fork ? '' : name} ${leaf}`)));
  for (const tile of tree.takeTiles()) tiles.contents.set(tilePath(tile), tile.hashes);
  return { tree, tiles };
}
