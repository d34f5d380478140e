import { emptyClient, type NewAttachment } from '@governance/assessments';
import { type OrgViewer } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type RunStatement } from '@governance/postgres';
import { createHash, randomUUID } from 'node:crypto';
import { seeingAll } from '../access/scoped-transactions';
import { lockKey } from '../key-lock';
import { clientColumns, clientOfRow, type ClientRow } from './client-row';
import { ClientRows } from './client-rows';

const lockClient = {
  name: 'lock-client-to-attach',
  text: 'SELECT id FROM org_clients WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE',
};

/** The first of them, if several clients have the domain. */
const lockClientOfDomain = {
  name: 'lock-client-of-domain',
  text: `
    SELECT id FROM org_clients WHERE org_id = $1 AND domain = $2
    ORDER BY created_at, id LIMIT 1 FOR NO KEY UPDATE`,
};

const countClients = {
  name: 'count-clients',
  text: 'SELECT count(*)::integer AS present FROM org_clients WHERE org_id = $1',
};

const selectUnindexed = {
  name: 'select-unindexed-client',
  text: `SELECT ${clientColumns} FROM org_clients WHERE org_id = $1 AND id = $2 AND NOT is_indexed`,
};

/** What decides which client a result belongs to. */
interface AttachedTo extends NewAttachment {
  readonly domain: string | undefined;
}

/** The clients of a viewer that results belong to. The caller runs a transaction of the viewer. */
export class ClientsOfResults {
  private readonly orgId: string;
  private readonly rows: ClientRows;

  constructor(
    private readonly keyring: Keyring,
    private readonly of: { readonly viewer: OrgViewer; readonly quota: number },
  ) {
    this.orgId = of.viewer.orgId;
    this.rows = new ClientRows(keyring, this.orgId);
  }

  /** The id of the client, which is locked or new. */
  async clientFor(
    query: RunStatement,
    { clientId, domain, now }: AttachedTo,
  ): Promise<{ readonly id: string } | 'unknown-client' | 'clients-full'> {
    if (clientId !== undefined) {
      const { rows } = await query<Pick<ClientRow, 'id'>>(lockClient, [this.orgId, clientId]);
      return rows[0] ?? 'unknown-client';
    }
    await lockClientsOf(query, this.orgId);
    if (domain !== undefined) {
      const { rows } = await query<Pick<ClientRow, 'id'>>(lockClientOfDomain, [this.orgId, domain]);
      if (rows[0] !== undefined) return rows[0];
    }
    const { rows } = await seeingAll(query, this.of.viewer, () =>
      query<{ present: number }>(countClients, [this.orgId]),
    );
    if ((rows[0]?.present ?? 0) >= this.of.quota) return 'clients-full';
    const [id, createdAt] = [randomUUID(), now];
    const client = { ...emptyClient, domain, declaredName: undefined, id, createdAt, updatedAt: now };
    await this.rows.insert(query, client);
    return client;
  }

  /** Stores the words of a client whose declared name has changed. */
  async index(query: RunStatement, id: string): Promise<void> {
    const { rows } = await query<ClientRow>(selectUnindexed, [this.orgId, id]);
    if (rows[0] !== undefined) await this.rows.index(query, clientOfRow(this.keyring, rows[0]));
  }
}

/** Concurrent writes of an organization can together neither exceed its quota nor give one reference twice. */
export async function lockClientsOf(query: RunStatement, orgId: string): Promise<void> {
  await lockKey(query, createHash('sha256').update(`clients ${orgId}`).digest());
}
