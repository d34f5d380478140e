import {
  entriesOf,
  entryBundlePath,
  hashLength,
  type Tile,
  tilePath,
  tileWidth,
} from '@governance/transparency';
import { type LogFiles, UnservedFile } from './log-files.port';

/** In bytes, with its length: four times what an entry of this log has. */
const longestEntry = 256;

/** The tiles and the entries that a log serves. */
export class ServedTree {
  constructor(private readonly files: LogFiles) {}

  /** The hashes of a tile, one after another. @throws UnservedFile */
  async tile(tile: Tile): Promise<Uint8Array> {
    const { path, content } = await this.partOrWhole(tile, tilePath, hashLength);
    const hashes = content.subarray(0, tile.width * hashLength);
    if (hashes.length < tile.width * hashLength) throw new UnservedFile(path, 'it is too short');
    return hashes;
  }

  /** The entries of which this tile of level 0 is made. @throws UnservedFile */
  async entries(tile: Tile): Promise<readonly Uint8Array[]> {
    const { path, content } = await this.partOrWhole(tile, entryBundlePath, longestEntry);
    const entries = entriesIn(content, path).slice(0, tile.width);
    if (entries.length < tile.width) throw new UnservedFile(path, `it has ${entries.length} entries`);
    return entries;
  }

  /** C2SP tlog-tiles: once a tile is complete, a log need not serve its parts. */
  private async partOrWhole(
    tile: Tile,
    pathOf: (tile: Tile) => string,
    bytesEach: number,
  ): Promise<{ readonly path: string; readonly content: Uint8Array }> {
    const mostBytes = tileWidth * bytesEach;
    const [part, whole] = [pathOf(tile), pathOf({ ...tile, width: tileWidth })];
    try {
      return { path: part, content: await this.files.read(part, mostBytes) };
    } catch (error) {
      if (!(error instanceof UnservedFile) || part === whole) throw error;
      return await this.files.read(whole, mostBytes).then(
        (content) => ({ path: whole, content }),
        () => Promise.reject(error),
      );
    }
  }
}

function entriesIn(bundle: Uint8Array, path: string): readonly Uint8Array[] {
  try {
    return entriesOf(bundle);
  } catch (error) {
    if (error instanceof RangeError) throw new UnservedFile(path, 'it is cut off');
    throw error;
  }
}
