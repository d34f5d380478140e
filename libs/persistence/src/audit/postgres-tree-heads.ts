import { type TreeHead, TreeHeads } from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inSystemScope } from '../access/scoped-transactions';

const selectUnsigned = {
  name: 'select-unsigned-tree-heads',
  text: `
    SELECT org_id, tree_size, root, created_at FROM audit_tree_heads
    WHERE jws IS NULL ORDER BY created_at LIMIT $1`,
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
}

export class PostgresTreeHeads extends TreeHeads {
  constructor(private readonly database: Database) {
    super();
  }

  async unsigned(limit: number): Promise<readonly TreeHead[]> {
    const { rows } = await inSystemScope(this.database, 'audit-signing', (query) =>
      query<HeadRow>(selectUnsigned, [limit]),
    );
    return rows.map(({ org_id: orgId, tree_size: size, root, created_at: at }) => ({
      orgId,
      size,
      root,
      at,
    }));
  }

  async keep({ orgId, size }: TreeHead, jws: string): Promise<void> {
    await inSystemScope(this.database, 'audit-signing', (query) => query(keepSignature, [orgId, size, jws]));
  }
}
