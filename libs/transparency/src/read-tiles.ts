import { hashLength } from './hashes';
import { type Tile, type TileContent } from './tile';
import { MissingTile, type TileReader } from './tile-reader.port';

/** The tiles, each with as many hashes as it is wide. @throws MissingTile */
export async function readTiles(reader: TileReader, tiles: readonly Tile[]): Promise<readonly TileContent[]> {
  if (tiles.length === 0) return [];
  const contents = await reader.read(tiles);
  return tiles.map((tile, place) => {
    const hashes = contents[place]?.subarray(0, tile.width * hashLength);
    if (hashes?.length !== tile.width * hashLength) throw new MissingTile(tile);
    return { level: tile.level, index: tile.index, width: tile.width, hashes };
  });
}
