import { type AuditLeaf, AuditTrees, type EarlierTree, OrgAuditTree, type TreeHead } from '@governance/iam';
import { StoreUnavailable } from '@governance/kernel';
import { type Database, type PreparedStatement } from '@governance/postgres';
import { MissingTile, StoredTree } from '@governance/transparency';
import { inOrganization, inSystemScope } from '../access/scoped-transactions';
import { auditEventColumns, type AuditEventRow } from './audit-event-row';
import { AuditTileReader } from './audit-tile-reader';
import { AuditTreeGrowth } from './audit-tree-growth';
import { saltedContentOf } from './salted-content';

const selectDue = {
  name: 'select-due-audit-trees',
  text: `
    SELECT DISTINCT org_id FROM unsealed_audit_events AS unsealed
    WHERE NOT EXISTS (
      SELECT FROM audit_tree_heads AS head WHERE head.org_id = unsealed.org_id AND head.created_at > $1)`,
};

const selectRequested = {
  name: 'select-audit-seal-requests',
  text: 'SELECT org_id FROM audit_seal_requests',
};

const requestSeal = {
  name: 'request-audit-seal',
  text: 'INSERT INTO audit_seal_requests (org_id) VALUES ($1) ON CONFLICT DO NOTHING',
};

const columns = auditEventColumns.replaceAll(/\w+/g, 'event.$&');

const selectLeaves = {
  name: 'select-audit-leaves',
  text: `
    SELECT leaf_index, hash, salt, ${columns}
    FROM audit_leaves AS leaf LEFT JOIN audit_trail AS event ON event.id = leaf.trail_id
    WHERE leaf.org_id = $1 AND leaf_index >= $2 ORDER BY leaf_index LIMIT $3`,
};

const selectSignedHeads = {
  name: 'select-signed-tree-heads',
  text: `
    SELECT jws FROM audit_tree_heads
    WHERE org_id = $1 AND tree_size >= $2 AND jws IS NOT NULL ORDER BY tree_size`,
};

const selectSize = {
  name: 'select-audit-tree-size',
  text: 'SELECT leaf_index + 1 AS size FROM audit_leaves WHERE org_id = $1 ORDER BY leaf_index DESC LIMIT 1',
};

interface Leaf {
  readonly leaf_index: number;
  readonly hash: Buffer;
}

/** A leaf with its event, or with nulls when that was deleted. */
type LeafRow = Leaf & (SaltedEventRow | { readonly salt: null });
type SaltedEventRow = AuditEventRow & { readonly salt: Buffer };

/** The trees in PostgreSQL, behind row-level security. */
export class PostgresAuditTrees extends AuditTrees {
  constructor(private readonly database: Database) {
    super();
  }

  due(before: Date): Promise<readonly string[]> {
    return this.organizations(selectDue, [before]);
  }

  requested(): Promise<readonly string[]> {
    return this.organizations(selectRequested);
  }

  seal(orgId: string, at: Date): Promise<TreeHead | undefined> {
    return inOrganization(this.database, orgId, (query) => new AuditTreeGrowth(query, orgId).seal(at));
  }

  forOrg(orgId: string): OrgAuditTree {
    return new PostgresOrgAuditTree(this.database, orgId);
  }

  private async organizations(
    statement: PreparedStatement,
    values?: readonly unknown[],
  ): Promise<readonly string[]> {
    const { rows } = await inSystemScope(this.database, 'audit-tree', (query) =>
      query<{ org_id: string }>(statement, values),
    );
    return rows.map(({ org_id: orgId }) => orgId);
  }
}

class PostgresOrgAuditTree extends OrgAuditTree {
  constructor(
    private readonly database: Database,
    private readonly orgId: string,
  ) {
    super();
  }

  async leaves(from: number, limit: number): Promise<readonly AuditLeaf[]> {
    const { rows } = await inOrganization(this.database, this.orgId, (query) =>
      query<LeafRow>(selectLeaves, [this.orgId, from, limit]),
    );
    return rows.map((row) => ({
      index: row.leaf_index,
      hash: row.hash,
      content: row.salt === null ? undefined : saltedContentOf(this.orgId, row),
    }));
  }

  async requestSeal(): Promise<void> {
    await inOrganization(this.database, this.orgId, (query) => query(requestSeal, [this.orgId]));
  }

  async signedHeads(from: number): Promise<readonly string[]> {
    const { rows } = await inOrganization(this.database, this.orgId, (query) =>
      query<{ jws: string }>(selectSignedHeads, [this.orgId, from]),
    );
    return rows.map(({ jws }) => jws);
  }

  earlier(size: number): Promise<EarlierTree | undefined> {
    return inOrganization(this.database, this.orgId, async (query) => {
      const { rows } = await query<{ size: number }>(selectSize, [this.orgId]);
      if ((rows[0]?.size ?? 0) < size) return undefined;
      const tree = new StoredTree(new AuditTileReader(query, this.orgId), size);
      return { size, subtrees: await tree.subtrees().catch(untilSealed) };
    });
  }
}

function untilSealed(error: unknown): never {
  throw error instanceof MissingTile ? new StoreUnavailable({ cause: error }) : error;
}
