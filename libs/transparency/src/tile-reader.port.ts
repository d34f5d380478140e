import { type Tile } from './tile';

/** Reads tiles from where a log keeps them: a database, files, or another server. */
export abstract class TileReader {
  /**
   * The hashes of each tile, one after another, in the order of the tiles. May return more than the width of a tile, when it has
   * grown since. Rejects when one cannot be read.
   */
  abstract read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]>;
}

/** A tile has fewer hashes than its log must have. */
export class MissingTile extends Error {
  override readonly name = 'MissingTile';

  constructor({ level, index }: Tile) {
    super(`Tile ${index} of level ${level} is missing or too short`);
  }
}
