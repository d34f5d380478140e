import {
  type AttachedResult,
  type Attachment,
  type AttachmentChange,
  type NewAttachment,
  OrgResults,
  OrgResultStore,
  type ResultFilter,
  type ResultQuotas,
} from '@governance/assessments';
import { type ListPage, type OrgViewer } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { createHash } from 'node:crypto';
import { asViewer, seeingAll } from '../access/scoped-transactions';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { ClientRows } from '../clients/client-rows';
import { ClientsOfResults } from '../clients/clients-of-results';
import { defaultClients } from '../clients/postgres-org-client.store';
import { lockKey } from '../key-lock';
import { attachedOfRow, type AttachedRow } from './attached-result-row';
import { listed, selectResult } from './listed-results';

/** Locks the result, so that it stays as it is, and reads the organization's list. No row for an unknown result. */
const lockAttachable = {
  name: 'lock-attachable-result',
  text: `
    SELECT is_withdrawn, domain_name, client_id,
      (SELECT count(*)::integer FROM org_results WHERE org_id = $2) AS attached
    FROM lock_result_to_attach($1) LEFT JOIN org_results ON org_id = $2 AND result_id = $1`,
};

/** In the order of their ids, as every writer of several clients locks them. */
const lockClients = {
  name: 'lock-clients-of-result',
  text: `
    SELECT FROM org_clients WHERE org_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
};

const lockClientOf = {
  name: 'lock-client-of-result',
  text: `
    SELECT FROM org_clients WHERE org_id = $1 AND id = (
      SELECT client_id FROM org_results WHERE org_id = $1 AND result_id = $2) FOR NO KEY UPDATE`,
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
      INSERT INTO org_results (result_id, org_id, attached_at, client_id) VALUES ($1, $2, $4, $5)
      RETURNING result_id, org_id)
    ${auditOfChange}`,
};

const move = {
  name: 'move-result',
  text: `
    WITH changed AS (
      UPDATE org_results SET client_id = $5 WHERE result_id = $1 AND org_id = $2
      RETURNING result_id, org_id)
    ${auditOfChange}`,
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
  readonly domain_name: string | null;
  readonly client_id: string | null;
  readonly attached: number;
}

/** Those that are not the default. */
type GivenQuotas = { readonly [Name in keyof ResultQuotas]?: ResultQuotas[Name] | undefined };

/** Attached results in PostgreSQL, behind row-level security and a view. */
export class PostgresOrgResultStore extends OrgResultStore {
  readonly quotas: ResultQuotas;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    { results = 100_000, clients = defaultClients }: GivenQuotas = {},
  ) {
    super();
    this.quotas = { results, clients };
  }

  forViewer(viewer: OrgViewer): OrgResults {
    const { database, keyring, quotas } = this;
    return new PostgresOrgResults(database, keyring, { viewer, quotas });
  }
}

/** Those that a viewer sees. Every method is one transaction that sets the organization and the viewer. */
class PostgresOrgResults extends OrgResults {
  private readonly orgId: string;
  private readonly clients: ClientsOfResults;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly of: { readonly viewer: OrgViewer; readonly quotas: ResultQuotas },
  ) {
    super();
    this.orgId = of.viewer.orgId;
    this.clients = new ClientsOfResults(keyring, { viewer: of.viewer, quota: of.quotas.clients });
  }

  attach(resultId: string, change: NewAttachment): Promise<Attachment> {
    return this.writing(async (query) => {
      // Also a result of a client that the viewer does not see: it is not attached twice, and not found afterwards.
      const { rows } = await seeingAll(query, this.of.viewer, () =>
        query<AttachableRow>(lockAttachable, [resultId, this.orgId]),
      );
      const [found] = rows;
      if (found === undefined) return 'unknown';
      if (found.client_id !== null) return this.move(query, resultId, { ...change, from: found.client_id });
      if (found.is_withdrawn) return 'withdrawn';
      if (found.attached >= this.of.quotas.results) return 'full';
      const domain = found.domain_name ?? undefined;
      const client = await this.clients.clientFor(query, { ...change, domain });
      if (typeof client === 'string') return client;
      await query(attach, [...this.valuesOf(resultId, change), client.id]);
      await this.clients.index(query, client.id);
      return 'attached';
    });
  }

  detach(resultId: string, change: AttachmentChange): Promise<boolean> {
    return this.writing(async (query) => {
      await query(lockClientOf, [this.orgId, resultId]);
      const { rowCount } = await query(detach, this.valuesOf(resultId, change));
      return rowCount !== 0;
    });
  }

  async list(page: ListPage, filter: ResultFilter): Promise<readonly AttachedResult[]> {
    const { orgId } = this;
    const words = filter.clientWords ?? new Set();
    const hashes = words.size === 0 ? [] : new ClientRows(this.keyring, orgId).hashesOf(words);
    const { statement, values } = listed(orgId, page, { filter, hashes });
    const { rows } = await this.within((query) => query<AttachedRow>(statement, values));
    return rows.map((row) => attachedOfRow(this.keyring, row));
  }

  async find(resultId: string): Promise<AttachedResult | undefined> {
    const { rows } = await this.within((query) => query<AttachedRow>(selectResult, [this.orgId, resultId]));
    return rows[0] && attachedOfRow(this.keyring, rows[0]);
  }

  /** A result that is attached stays with its client, unless the call names another one. */
  private async move(
    query: RunStatement,
    resultId: string,
    { from, ...change }: NewAttachment & { readonly from: string },
  ): Promise<Attachment> {
    const { clientId } = change;
    if (clientId === undefined || clientId === from) return 'known';
    const { rowCount } = await query(lockClients, [this.orgId, [from, clientId]]);
    if (rowCount !== 2) return 'unknown-client';
    await query(move, [...this.valuesOf(resultId, change), clientId]);
    for (const id of [from, clientId]) await this.clients.index(query, id);
    return 'moved';
  }

  private valuesOf(resultId: string, { now, audit }: AttachmentChange): unknown[] {
    return [resultId, this.orgId, auditJson(audit), now];
  }

  /** Concurrent writes of an organization cannot exceed its quota together. */
  private writing<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return this.within(async (query) => {
      await lockKey(query, createHash('sha256').update(`result-quota ${this.orgId}`).digest());
      return work(query);
    });
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return asViewer(this.database, this.of.viewer, work);
  }
}
