import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { inSystemScope, separateOrganizations } from './row-security';

/**
 * The tiles of the organizations' trees above the leaves: a tree grows and is proven from a few of them. They follow from the leaves:
 * the next sealing of a tree makes those that are missing. The program that signs heads reads hashes, to see that a head extends the
 * last one.
 */
export class AuditTreeTiles1795990000009 extends ForwardOnlyMigration {
  readonly name = 'AuditTreeTiles1795990000009';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE audit_tree_tiles (
        org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
        level integer NOT NULL CHECK (level BETWEEN 1 AND 7),
        tile_index integer NOT NULL CHECK (tile_index >= 0),
        hashes bytea NOT NULL CHECK (octet_length(hashes) BETWEEN 32 AND 8192 AND octet_length(hashes) % 32 = 0),
        PRIMARY KEY (org_id, level, tile_index)
      )`);
    await separateOrganizations(queryRunner, 'audit_tree_tiles', { 'audit-signing': ['SELECT'] });
    await queryRunner.query(`
      CREATE POLICY "audit-signing select" ON audit_leaves FOR SELECT USING ${inSystemScope('audit-signing')}`);
  }
}
