import { type RunStatement } from '@governance/postgres';
import { type Tile, TileReader } from '@governance/transparency';

/** The hashes of level 0 are those of the leaves, so that each is stored once. */
const selectTiles = {
  name: 'select-audit-tree-tiles',
  text: `
    SELECT CASE
      WHEN wanted.level = 0 THEN (
        SELECT string_agg(hash, ''::bytea ORDER BY leaf_index) FROM audit_leaves
        WHERE org_id = $1 AND leaf_index BETWEEN wanted.tile_index * 256 AND wanted.tile_index * 256 + 255)
      ELSE (
        SELECT hashes FROM audit_tree_tiles AS tile
        WHERE tile.org_id = $1 AND tile.level = wanted.level AND tile.tile_index = wanted.tile_index)
    END AS hashes
    FROM unnest($2::integer[], $3::integer[]) WITH ORDINALITY AS wanted (level, tile_index, place) ORDER BY place`,
};

/** The tiles of one organization's tree, within one transaction. */
export class AuditTileReader extends TileReader {
  constructor(
    private readonly query: RunStatement,
    private readonly orgId: string,
  ) {
    super();
  }

  async read(tiles: readonly Tile[]): Promise<readonly Uint8Array[]> {
    const places = [this.orgId, tiles.map(({ level }) => level), tiles.map(({ index }) => index)];
    const { rows } = await this.query<{ hashes: Buffer | null }>(selectTiles, places);
    return rows.map(({ hashes }) => hashes ?? Buffer.of());
  }
}
