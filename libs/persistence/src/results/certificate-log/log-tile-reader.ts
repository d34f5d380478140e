import { type Tile, TileReader } from '@governance/transparency';
import { type RunStatement } from '@governance/postgres';

/** The hashes of level 0 follow from the entries (RFC 9162, 2.1.1). */
const selectTiles = {
  name: 'select-certificate-log-tiles',
  text: String.raw`
    SELECT CASE
      WHEN wanted.level = 0 THEN (
        SELECT string_agg(sha256('\x00'::bytea || content), ''::bytea ORDER BY entry) FROM certificate_log_entries
        WHERE entry BETWEEN wanted.tile_index * 256 AND wanted.tile_index * 256 + 255)
      ELSE (
        SELECT hashes FROM certificate_log_tiles AS tile
        WHERE tile.level = wanted.level AND tile.tile_index = wanted.tile_index)
    END AS hashes
    FROM unnest($1::integer[], $2::integer[]) WITH ORDINALITY AS wanted (level, tile_index, place) ORDER BY place`,
};

/** The tiles of the certificate log. */
export class LogTileReader extends TileReader {
  constructor(private readonly query: RunStatement) {
    super();
  }

  async read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    const places = [tiles.map(({ level }) => level), tiles.map(({ index }) => index)];
    const { rows } = await this.query<{ hashes: Buffer | null }>(selectTiles, places);
    return rows.map(({ hashes }) => hashes ?? Buffer.of());
  }
}
