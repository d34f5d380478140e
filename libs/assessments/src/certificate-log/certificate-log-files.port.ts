import { type Tile } from '@governance/transparency';

/** The log as anyone can read it. Each answer is undefined for what is not published. */
export abstract class CertificateLogFiles {
  /** The newest checkpoint: a signed note. */
  abstract checkpoint(): Promise<string | undefined>;

  /** What verifiers pin, as JSON. */
  abstract trust(): Promise<string | undefined>;

  /** The hashes of a tile, as wide as it is asked for. */
  abstract tile(tile: Tile): Promise<Uint8Array | undefined>;

  /** The entries of a tile of level 0, each after its length (C2SP tlog-tiles). */
  abstract entries(tile: Omit<Tile, 'level'>): Promise<Uint8Array | undefined>;
}
