import { type TreeHead, TreeHeads, type UnsignedHead } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { type Hash, StoredTree } from '@governance/transparency';
import { inSystemScope } from '../access/scoped-transactions';
import { AuditTileReader } from './audit-tile-reader';

const selectUnsigned = {
  name: 'select-unsigned-tree-heads',
  text: `
    SELECT org_id, tree_size, root, created_at, EXISTS (
      SELECT FROM audit_tree_heads AS signed WHERE signed.org_id = head.org_id AND signed.jws IS NOT NULL
    ) AS has_signed
    FROM audit_tree_heads AS head
    WHERE jws IS NULL AND (org_id, tree_size) > ($2, $3) ORDER BY org_id, tree_size LIMIT $1`,
};

const keepSignature = {
  name: 'keep-tree-head-signature',
  text: `UPDATE audit_tree_heads SET jws = $3 WHERE org_id = $1 AND tree_size = $2 AND jws IS NULL`,
};

interface HeadRow {
  readonly org_id: string;
  readonly tree_size: number;
  readonly root: Buffer;
  readonly created_at: Date;
  readonly has_signed: boolean;
}

export class PostgresTreeHeads extends TreeHeads {
  constructor(private readonly database: Database) {
    super();
  }

  async unsigned(limit: number, after?: TreeHead): Promise<readonly UnsignedHead[]> {
    const { rows } = await inSystemScope(this.database, 'audit-signing', (query) =>
      query<HeadRow>(selectUnsigned, [limit, after?.orgId ?? '', after?.size ?? 0]),
    );
    return rows.map((row) => ({
      orgId: row.org_id,
      size: row.tree_size,
      root: row.root,
      at: row.created_at,
      hasSigned: row.has_signed,
    }));
  }

  consistencyPath(
    { orgId, size }: Pick<TreeHead, 'orgId' | 'size'>,
    earlier: number,
  ): Promise<readonly Hash[]> {
    return inSystemScope(this.database, 'audit-signing', (query) =>
      new StoredTree(new AuditTileReader(query, orgId), size).consistencyPath(earlier),
    );
  }

  async keep({ orgId, size }: TreeHead, jws: string): Promise<void> {
    await inSystemScope(this.database, 'audit-signing', (query) => query(keepSignature, [orgId, size, jws]));
  }
}
