import {
  checkpointText,
  entryBundle,
  entryBundlePath,
  GrowingTree,
  leafHash,
  noteSigner,
  signNote,
  tilePath,
  tileWidth,
} from '@governance/transparency';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TestCertificateLog } from './certificate-log';

export interface FolderCheckpoint {
  /** The names of the witnesses that cosign it; by default all. */
  readonly cosignedBy?: readonly string[];
  readonly cosignedAt?: Date;
}

/** So that no tile of the two lowest levels is written before it is complete. */
const writtenEach = tileWidth ** 2;

/** A public log as static files. It signs what a test tells it, and its witnesses cosign anything. */
export class LogFolder {
  private readonly tree = new GrowingTree();
  private bundle: Uint8Array[] = [];

  constructor(
    readonly folder: string,
    /** Has the keys of the log and its witnesses. */
    readonly issuer = new TestCertificateLog('https://assess.example.org'),
  ) {}

  get origin(): string {
    return this.issuer.log.key.name;
  }

  get size(): number {
    return this.tree.size;
  }

  /** Writes the entries and their tiles. */
  append(entries: Iterable<string>): void {
    for (const text of entries) {
      const entry = Buffer.from(text);
      this.tree.append(leafHash(entry));
      this.bundle.push(entry);
      if (this.bundle.length === tileWidth) this.writeBundle();
      if (this.tree.size % writtenEach === 0) this.writeTiles();
    }
    this.writeBundle();
    this.writeTiles();
  }

  /** The content of `trust.json`, with the number of witnesses that must have cosigned. */
  trust(quorum?: number): string {
    return JSON.stringify(this.issuer.trust(quorum === undefined ? {} : { quorum }));
  }

  /** The checkpoint of the entries so far. */
  checkpoint({ cosignedBy, cosignedAt = new Date() }: FolderCheckpoint = {}): Promise<string> {
    const { key } = this.issuer.log;
    const { size } = this.tree;
    const text = checkpointText({ origin: this.origin, size, root: this.tree.root(), extensions: [] });
    const cosigners = this.issuer.cosigners(cosignedAt);
    return signNote(text, [
      noteSigner(key, key.sign),
      ...cosigners.filter(({ name }) => cosignedBy?.includes(name) ?? true),
    ]);
  }

  /** Writes the checkpoint and the keys. */
  async publish(checkpoint?: FolderCheckpoint): Promise<void> {
    this.write('checkpoint', await this.checkpoint(checkpoint));
    this.write('trust.json', this.trust());
  }

  write(path: string, content: string | Uint8Array): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  private writeBundle(): void {
    if (this.bundle.length === 0) return;
    const place = { index: Math.ceil(this.tree.size / tileWidth) - 1, width: this.bundle.length };
    this.write(entryBundlePath(place), entryBundle(this.bundle));
    if (this.bundle.length === tileWidth) this.bundle = [];
  }

  private writeTiles(): void {
    for (const tile of this.tree.takeTiles()) this.write(tilePath(tile), tile.hashes);
  }
}
