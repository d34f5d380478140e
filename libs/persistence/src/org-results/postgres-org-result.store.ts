import {
  type AttachedResult,
  type AttachedResultDetails,
  type Attachment,
  type AttachmentChange,
  clientIdOf,
  OrgResults,
  OrgResultStore,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { createHash } from 'node:crypto';
import { inOrganization } from '../access/scoped-transactions';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { lockKey } from '../key-lock';
import {
  attachedColumns,
  type AttachedDetailsRow,
  attachedOfRow,
  type AttachedRow,
  detailsOfRow,
} from './attached-result-row';

/** The default quota of an organization. */
const defaultQuota = 1_000;

/** The quota bounds the rows. */
const listResults = {
  name: 'list-attached-results',
  text: `SELECT ${attachedColumns} FROM attached_results ORDER BY created_at DESC, id DESC`,
};

const selectDetails = {
  name: 'select-attached-details',
  text: `SELECT id, launch_reason, answers FROM attached_results WHERE id = ANY ($1::uuid[])`,
};

/** The state of a result, and of the organization's list. No row for an unknown result. */
const selectAttachable = {
  name: 'select-attachable-result',
  text: `
    SELECT withdrawn_at IS NOT NULL AS is_withdrawn,
      EXISTS (SELECT FROM org_results WHERE org_id = $2 AND result_id = $1) AS is_known,
      (SELECT count(*)::integer FROM org_results WHERE org_id = $2) AS attached
    FROM verifiable_results WHERE id = $1`,
};

const auditOfChange = insertAuditRow({
  context: '$3::jsonb',
  at: '$4::timestamptz',
  orgId: 'org_id',
  target: 'result_id::text',
  outcome: 'done',
  from: 'changed',
});

const attach = {
  name: 'attach-result',
  text: `
    WITH changed AS (
      INSERT INTO org_results (result_id, org_id, attached_at, client_id) VALUES ($1, $2, $4, $1)
      RETURNING result_id, org_id)
    ${auditOfChange}`,
};

const setClient = {
  name: 'set-client-of-result',
  text: `UPDATE org_results SET client_id = $3 WHERE result_id = $1 AND org_id = $2`,
};

const detach = {
  name: 'detach-result',
  text: `
    WITH changed AS (
      DELETE FROM org_results WHERE result_id = $1 AND org_id = $2 RETURNING result_id, org_id)
    ${auditOfChange}`,
};

interface AttachableRow {
  readonly is_withdrawn: boolean;
  readonly is_known: boolean;
  readonly attached: number;
}

/** Attached results in PostgreSQL, behind row-level security and a view. */
export class PostgresOrgResultStore extends OrgResultStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    readonly quota = defaultQuota,
  ) {
    super();
  }

  forOrg(orgId: string): OrgResults {
    const { database, keyring, quota } = this;
    return new PostgresOrgResults(database, keyring, { orgId, quota });
  }
}

/** Those of one organization. Every method is one transaction that sets the organization. */
class PostgresOrgResults extends OrgResults {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly of: { readonly orgId: string; readonly quota: number },
  ) {
    super();
  }

  attach(resultId: string, { now, audit }: AttachmentChange): Promise<Attachment> {
    const { orgId, quota } = this.of;
    return this.within(async (query) => {
      // Concurrent calls of an organization cannot exceed the quota together.
      await lockKey(query, createHash('sha256').update(`result-quota ${orgId}`).digest());
      const { rows } = await query<AttachableRow>(selectAttachable, [resultId, orgId]);
      const [found] = rows;
      if (found === undefined) return 'unknown';
      if (found.is_known) return 'known';
      if (found.is_withdrawn) return 'withdrawn';
      if (found.attached >= quota) return 'full';
      await query(attach, [resultId, orgId, auditJson(audit), now]);
      await this.recogniseClient(query, resultId);
      return 'attached';
    });
  }

  detach(resultId: string, { now, audit }: AttachmentChange): Promise<boolean> {
    return this.within(async (query) => {
      const { rowCount } = await query(detach, [resultId, this.of.orgId, auditJson(audit), now]);
      return rowCount !== 0;
    });
  }

  all(): Promise<readonly AttachedResult[]> {
    return this.within((query) => this.read(query));
  }

  async detailsOf(resultIds: readonly string[]): Promise<ReadonlyMap<string, AttachedResultDetails>> {
    const { rows } = await this.within((query) =>
      query<AttachedDetailsRow>(selectDetails, [`{${resultIds.join(',')}}`]),
    );
    return new Map(rows.map((row) => [row.id, detailsOfRow(row)]));
  }

  /** Recorded, because the names of earlier results end with retention, and results are compared for longer. */
  private async recogniseClient(query: RunStatement, resultId: string): Promise<void> {
    const results = await this.read(query);
    const attached = results.find(({ id }) => id === resultId);
    const clientId = attached === undefined ? resultId : clientIdOf(attached, results);
    if (clientId !== resultId) await query(setClient, [resultId, this.of.orgId, clientId]);
  }

  private async read(query: RunStatement): Promise<readonly AttachedResult[]> {
    const { rows } = await query<AttachedRow>(listResults, []);
    return rows.map((row) => attachedOfRow(this.keyring, row));
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return inOrganization(this.database, this.of.orgId, work);
  }
}
