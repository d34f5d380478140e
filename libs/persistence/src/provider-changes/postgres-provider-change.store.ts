import {
  type AuditContext,
  type AuditOutcome,
  IntentLost,
  isExclusive,
  type ProviderBeginning,
  type ProviderChange,
  type ProviderChangeBegun,
  type ProviderChangeOutcome,
  ProviderChangeStore,
  type ProviderIntent,
} from '@governance/iam';
import { type Database, type PreparedStatement, type RunStatement } from '@governance/postgres';
import { inOrganization, inSystemScope } from '../access/scoped-transactions';
import { auditJson, insertAuditRow } from '../audit/audit-rows';

const insert = {
  name: 'insert-provider-change',
  text: `
    INSERT INTO provider_changes (id, org_id, exclusive_target, change, audit, lease, lease_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (org_id, exclusive_target) WHERE exclusive_target IS NOT NULL DO NOTHING`,
};

const columns = 'id, org_id, change, audit, lease';

/** The new lease takes the change from its previous holder. */
const takeLeft = {
  name: 'take-left-provider-change',
  text: `
    UPDATE provider_changes SET lease = gen_random_uuid(), lease_until = $4
    WHERE org_id = $1 AND exclusive_target = $2 AND lease_until <= $3
    RETURNING ${columns}`,
};

/** `SKIP LOCKED` lets reconcilers pass each other. */
const claimUnfinished = {
  name: 'claim-unfinished-provider-change',
  text: `
    UPDATE provider_changes SET lease = gen_random_uuid(), lease_until = $2
    WHERE id = (
      SELECT id FROM provider_changes WHERE lease_until <= $1
      ORDER BY lease_until FOR UPDATE SKIP LOCKED LIMIT 1)
    RETURNING ${columns}`,
};

const drop = {
  name: 'drop-provider-change',
  text: `DELETE FROM provider_changes WHERE id = $1 AND lease = $2`,
};

const endLease = {
  name: 'end-lease-of-provider-change',
  text: `UPDATE provider_changes SET lease_until = $3 WHERE id = $1 AND lease = $2`,
};

interface IntentRow {
  readonly id: string;
  readonly org_id: string;
  readonly change: ProviderChange;
  readonly audit: Omit<AuditContext, 'orgId'>;
  readonly lease: string;
}

/** Unrecorded changes in PostgreSQL, behind row-level security. */
export class PostgresProviderChangeStore extends ProviderChangeStore {
  constructor(private readonly database: Database) {
    super();
  }

  begin(change: ProviderChange, beginning: ProviderBeginning): Promise<ProviderChangeBegun> {
    const { write } = beginning;
    return inOrganization(this.database, write.orgId, async (query) => {
      if (await this.insert(query, change, beginning)) return { kind: 'begun' };
      const { now, leaseUntil } = beginning;
      const { rows } = await query<IntentRow>(takeLeft, [write.orgId, write.target, now, leaseUntil]);
      return rows[0] ? { kind: 'left', intent: intentOf(rows[0]) } : { kind: 'busy' };
    });
  }

  /** The deletion and the event are one statement: each intent becomes at most one event. */
  async finish(
    { id, lease, orgId }: ProviderIntent,
    { at, outcome, reason }: ProviderChangeOutcome,
  ): Promise<void> {
    const { rowCount } = await inOrganization(this.database, orgId, (query) =>
      query(finishAs(outcome), [id, lease, at, reason]),
    );
    if (rowCount === 0) throw new IntentLost();
  }

  async drop({ id, lease, orgId }: ProviderIntent): Promise<void> {
    await inOrganization(this.database, orgId, (query) => query(drop, [id, lease]));
  }

  async giveUp({ id, lease, orgId }: ProviderIntent, now: Date): Promise<void> {
    await inOrganization(this.database, orgId, (query) => query(endLease, [id, lease, now]));
  }

  async claimUnfinished(at: {
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<ProviderIntent | undefined> {
    const { rows } = await inSystemScope(this.database, 'reconciler', (query) =>
      query<IntentRow>(claimUnfinished, [at.now, at.leaseUntil]),
    );
    return rows[0] && intentOf(rows[0]);
  }

  /** False while another exclusive change of the target is unfinished. */
  private async insert(
    query: RunStatement,
    change: ProviderChange,
    { intentId: id, lease, leaseUntil, write }: ProviderBeginning,
  ): Promise<boolean> {
    const { orgId, target } = write;
    const exclusive = isExclusive(change) ? target : undefined;
    const values = [id, orgId, exclusive, JSON.stringify(change), auditJson(write), lease, leaseUntil];
    const { rowCount } = await query(insert, values);
    return rowCount === 1;
  }
}

function finishAs(outcome: AuditOutcome): PreparedStatement {
  const row = insertAuditRow({
    context: 'audit',
    at: '$3::timestamptz',
    orgId: 'org_id',
    target: `audit ->> 'target'`,
    outcome,
    reason: '$4::text',
    from: 'held',
  });
  const held = 'DELETE FROM provider_changes WHERE id = $1 AND lease = $2 RETURNING org_id, audit';
  return { name: `finish-provider-change-${outcome}`, text: `WITH held AS (${held}) ${row}` };
}

function intentOf({ id, org_id: orgId, change, audit, lease }: IntentRow): ProviderIntent {
  return { id, lease, orgId, change, write: { ...audit, orgId } };
}
