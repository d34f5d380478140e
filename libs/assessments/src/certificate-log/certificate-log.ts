import {
  checkpointText,
  logProofText,
  type NoteSigner,
  signNote,
  StoredTree,
  type Tile,
  TileReader,
} from '@governance/transparency';
import {
  type CertificateLogStore,
  type LoggedCredential,
  type PublishedCheckpoint,
} from './certificate-log-store.port';
import { type WitnessedTree, type Witnesses } from './witnesses.port';

export interface CertificateLogParts {
  readonly store: CertificateLogStore;
  /** Its name is the origin of the log. */
  readonly signer: NoteSigner;
  readonly witnesses: Witnesses;
  /** What verifiers pin: the log's key, the witnesses and how many of them count, as JSON. */
  readonly trust: string;
  readonly now: () => Date;
}

/** A certificate that is not in the log is not issued. Its delivery tries again. */
export class NotInTheLog extends Error {
  override readonly name = 'NotInTheLog';
}

/**
 * The public log of certificates (ADR 69). A crash at any step, and several workers at once, leave neither a gap nor a second entry:
 * each step is found undone or done.
 */
export class CertificateLog {
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private hasPublished = false;

  constructor(private readonly parts: CertificateLogParts) {}

  /** The proof of a credential that is stored. Waits until the log has it. @throws NotInTheLog, TooFewWitnesses */
  async proofOf(resultId: string, credential: string): Promise<LoggedCredential> {
    const { store } = this.parts;
    const known = await store.find(resultId, credential);
    if (known) return known;
    await store.record(resultId, credential);
    await this.advance();
    const logged = await store.find(resultId, credential);
    if (!logged) throw new NotInTheLog('the public log does not have the credential yet');
    return logged;
  }

  /**
   * Resolves when all records of before the call have their proofs. Callers that come while a round runs share the next one, so batches
   * are as large as the rounds are long.
   */
  advance(): Promise<void> {
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.running = this.round();
        this.next = undefined;
        return this.running;
      });
    return this.next;
  }

  private async round(): Promise<void> {
    const { store, now } = this.parts;
    while ((await store.append(now())) > 0);
    const published = await this.publish();
    if (published) while ((await this.prove(published)) > 0);
  }

  /** Undefined for an empty log. */
  private async publish(): Promise<PublishedCheckpoint | undefined> {
    const { store, signer, trust, now } = this.parts;
    const size = await store.size();
    const published = await store.published();
    // After a start the witnesses may be others, which verifiers learn without a new entry.
    const isKnown = this.hasPublished || published?.trust === trust;
    if (size === 0 || (published && size <= published.size && isKnown)) return published;
    const tree = new StoredTree(store.tiles(), size);
    const checkpoint = { origin: signer.name, size, root: await tree.root(), extensions: [] };
    const note = await signNote(checkpointText(checkpoint), [signer]);
    const cosigned = await this.cosigned({ checkpoint, note, tree });
    if (typeof cosigned !== 'string') return cosigned;
    const witnessed = { size, note: cosigned, trust };
    await store.publish({ ...witnessed, at: now() });
    this.hasPublished = true;
    return witnessed;
  }

  /** Or the checkpoint of a larger tree, which another worker has published in the meantime: witnesses then refuse this one. */
  private async cosigned(tree: WitnessedTree): Promise<string | PublishedCheckpoint> {
    const { store, witnesses } = this.parts;
    try {
      return await witnesses.cosign(tree);
    } catch (error) {
      const later = await store.published();
      if (later && later.size > tree.checkpoint.size) return later;
      throw error;
    }
  }

  private async prove({ size, note }: PublishedCheckpoint): Promise<number> {
    const { store } = this.parts;
    const entries = await store.unproven(size);
    const tree = new StoredTree(new RememberedTiles(store.tiles()), size);
    const proofs: LoggedCredential[] = [];
    for (const { entry, extra } of entries) {
      const path = await tree.inclusionPath(entry);
      proofs.push({ entry, proof: logProofText({ index: entry, path, checkpoint: note, extra }) });
    }
    await store.keepProofs(proofs);
    return entries.length;
  }
}

/** The proofs of one round need the same tiles. */
class RememberedTiles extends TileReader {
  private readonly known = new Map<string, Promise<Uint8Array>>();

  constructor(private readonly tiles: TileReader) {
    super();
  }

  read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    return Promise.all(tiles.map((tile) => this.tile(tile)));
  }

  private tile(tile: Tile): Promise<Uint8Array> {
    const key = `${tile.level}/${tile.index}`;
    const known =
      this.known.get(key) ?? this.tiles.read([tile]).then(([hashes]) => hashes ?? new Uint8Array());
    this.known.set(key, known);
    return known;
  }
}
