import { type TreeHead, TreeHeads, type UnsignedHead } from '@governance/iam';
import {
  GrowingTree,
  type Hash,
  leafHash,
  StoredTree,
  type Tile,
  TileReader,
} from '@governance/transparency';

/** The database, which its owner may change in any way. */
export class OwnedDatabase extends TreeHeads {
  events: readonly string[] = [];
  readonly signed: string[] = [];
  failure: Error | undefined;

  head(at = new Date()): UnsignedHead {
    const tree = new GrowingTree();
    for (const leaf of this.leaves()) tree.append(leaf);
    return {
      orgId: 'org_acme',
      size: tree.size,
      root: Buffer.from(tree.root()),
      at,
      hasSigned: this.signed.length > 0,
    };
  }

  unsigned(): Promise<readonly UnsignedHead[]> {
    return Promise.resolve([this.head()]);
  }

  consistencyPath(head: Pick<TreeHead, 'size'>, earlier: number): Promise<readonly Hash[]> {
    return new StoredTree(new OneTile(Buffer.concat(this.leaves())), head.size).consistencyPath(earlier);
  }

  keep(_head: TreeHead, jws: string): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    this.signed.push(jws);
    return Promise.resolve();
  }

  private leaves(): readonly Hash[] {
    return this.events.map((event) => leafHash(Buffer.from(event)));
  }
}

class OneTile extends TileReader {
  constructor(private readonly hashes: Uint8Array) {
    super();
  }

  read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    return Promise.resolve(tiles.map(() => this.hashes));
  }
}
