import { hashOfContent, type TreeHead } from '@governance/iam';
import { type RunStatement } from '@governance/postgres';
import { GrowingTree, tileWidth } from '@governance/transparency';
import { createHash } from 'node:crypto';
import { lockKey } from '../key-lock';
import { auditEventColumns, type AuditEventRow } from './audit-event-row';
import { AuditTileReader } from './audit-tile-reader';
import { saltedContentOf } from './salted-content';

/** Rows are read and written in batches: one statement over too many rows would exceed its timeout. */
const lot = 1_000;

/** The number of complete tiles of leaves whose hashes are in the tiles above. */
const countCovered = {
  name: 'count-covered-audit-tiles',
  text: `
    SELECT tile_index * ${tileWidth} + octet_length(hashes) / 32 AS tiles FROM audit_tree_tiles
    WHERE org_id = $1 AND level = 1 ORDER BY tile_index DESC LIMIT 1`,
};

const keepTiles = {
  name: 'keep-audit-tree-tiles',
  text: `
    INSERT INTO audit_tree_tiles (org_id, level, tile_index, hashes)
    SELECT $1, level, tile_index, hashes
    FROM unnest($2::integer[], $3::integer[], $4::bytea[]) AS tile (level, tile_index, hashes)
    ON CONFLICT (org_id, level, tile_index) DO UPDATE SET hashes = EXCLUDED.hashes`,
};

const selectHashes = {
  name: 'select-audit-leaf-hashes',
  text: `
    SELECT hash FROM audit_leaves WHERE org_id = $1 AND leaf_index >= $2 ORDER BY leaf_index LIMIT ${lot}`,
};

const takeUnsealed = {
  name: 'take-unsealed-audit-events',
  text: `
    WITH taken AS (
      DELETE FROM unsealed_audit_events WHERE trail_id IN (
        SELECT trail_id FROM unsealed_audit_events WHERE org_id = $1 ORDER BY trail_id LIMIT ${lot})
      RETURNING trail_id)
    SELECT trail_id, salt, ${auditEventColumns} FROM taken JOIN audit_trail ON id = trail_id
    ORDER BY trail_id`,
};

const insertLeaves = {
  name: 'insert-audit-leaves',
  text: `
    INSERT INTO audit_leaves (org_id, leaf_index, trail_id, hash)
    SELECT $1, $2 + place - 1, trail_id, hash
    FROM unnest($3::bigint[], $4::bytea[]) WITH ORDINALITY AS leaf (trail_id, hash, place)`,
};

const insertHead = {
  name: 'insert-audit-tree-head',
  text: `INSERT INTO audit_tree_heads (org_id, tree_size, root, created_at) VALUES ($1, $2, $3, $4)`,
};

/** The database keeps an event until it is a leaf, so that each one is there. */
type UnsealedRow = AuditEventRow & { readonly trail_id: string; readonly salt: Buffer };

const deleteRequest = {
  name: 'delete-audit-seal-request',
  text: 'DELETE FROM audit_seal_requests WHERE org_id = $1',
};

/** The growth of one organization's tree, within one transaction. */
export class AuditTreeGrowth {
  constructor(
    private readonly query: RunStatement,
    private readonly orgId: string,
  ) {}

  async seal(at: Date): Promise<TreeHead | undefined> {
    const { orgId } = this;
    await lockKey(this.query, createHash('sha256').update(`audit-tree ${orgId}`).digest());
    // First: a request during this run asks for a later event.
    await this.query(deleteRequest, [orgId]);
    const tree = await this.tree();
    const before = tree.size;
    while (await this.grow(tree));
    await this.keepTiles(tree);
    if (tree.size === before) return undefined;
    const head = { orgId, size: tree.size, root: Buffer.from(tree.root()), at };
    await this.query(insertHead, [orgId, head.size, head.root, at]);
    return head;
  }

  /** Reads the leaves that are in no complete tile: fewer than 256, unless a program of an earlier release added them. */
  private async tree(): Promise<GrowingTree> {
    const { rows: covered } = await this.query<{ tiles: number }>(countCovered, [this.orgId]);
    const reader = new AuditTileReader(this.query, this.orgId);
    const tree = await GrowingTree.open(reader, (covered[0]?.tiles ?? 0) * tileWidth);
    for (let read = lot; read === lot;) {
      const { rows } = await this.query<{ hash: Buffer }>(selectHashes, [this.orgId, tree.size]);
      for (const { hash } of rows) tree.append(hash);
      read = rows.length;
    }
    return tree;
  }

  private async keepTiles(tree: GrowingTree): Promise<void> {
    const tiles = tree.takeTiles().filter(({ level }) => level > 0);
    if (tiles.length === 0) return;
    await this.query(keepTiles, [
      this.orgId,
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
    ]);
  }

  /** Adds a batch of events. False when none is left. */
  private async grow(tree: GrowingTree): Promise<boolean> {
    const { rows: events } = await this.query<UnsealedRow>(takeUnsealed, [this.orgId]);
    const hashes = events.map((row) => hashOfContent(saltedContentOf(this.orgId, row)));
    const values = [this.orgId, tree.size, events.map((row) => row.trail_id), hashes];
    await this.query(insertLeaves, values);
    for (const hash of hashes) tree.append(hash);
    return events.length > 0;
  }
}
