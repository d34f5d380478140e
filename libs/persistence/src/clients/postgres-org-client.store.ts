import {
  changedClient,
  type ClientFilter,
  type ClientLine,
  type ClientRefusal,
  type ClientWrite,
  type ImportedLine,
  type OrgClient,
  type OrgClientChange,
  OrgClients,
  OrgClientStore,
} from '@governance/assessments';
import { type ListPage, type OrgViewer } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { asViewer, seeingAll } from '../access/scoped-transactions';
import { clientColumns, clientOfRow, type ClientRow } from './client-row';
import { ClientRows } from './client-rows';
import { ClientsOfImport } from './clients-of-import';
import { lockClientsOf } from './clients-of-results';
import { listedClients } from './listed-clients';

/** The default quota of an organization. */
export const defaultClients = 10_000;

const selectClient = {
  name: 'select-client',
  text: `SELECT ${clientColumns} FROM org_clients WHERE org_id = $1 AND id = $2`,
};

/** Until the end of the transaction, so that no erasure comes between reading and writing: the client is read afterwards. */
const lockClient = {
  name: 'lock-client',
  text: 'SELECT FROM org_clients WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE',
};

/** Every client that lines of an import can mean, in the order of locks. */
const lockClients = {
  name: 'lock-clients-to-import',
  text: `
    SELECT id FROM org_clients WHERE org_id = $1 AND (id = ANY ($2::uuid[]) OR reference = ANY ($3::text[]))
    ORDER BY id FOR NO KEY UPDATE`,
};

const selectClients = {
  name: 'select-clients',
  text: `SELECT ${clientColumns} FROM org_clients WHERE org_id = $1 AND id = ANY ($2::uuid[])`,
};

const selectRoom = {
  name: 'select-room-for-client',
  text: `
    SELECT (SELECT count(*)::integer FROM org_clients WHERE org_id = $1) AS present,
      EXISTS (SELECT FROM org_clients WHERE org_id = $1 AND reference = $2 AND id <> $3) AS is_taken`,
};

const selectHolders = {
  name: 'select-holders-of-references',
  text: 'SELECT id, reference FROM org_clients WHERE org_id = $1 AND reference = ANY ($2::text[])',
};

/** The mails of its campaigns, before their drafts end with the client. */
const lockMails = {
  name: 'lock-mails-of-client',
  text: `
    SELECT FROM deliveries
    WHERE campaign_draft_id IN (SELECT id FROM campaign_drafts WHERE org_id = $1 AND client_id = $2)
    ORDER BY id FOR UPDATE`,
};

const deleteClient = {
  name: 'delete-client',
  text: 'DELETE FROM org_clients WHERE org_id = $1 AND id = $2',
};

type HolderRow = Pick<ClientRow, 'id'> & { readonly reference: string };

interface RoomRow {
  readonly present: number;
  readonly is_taken: boolean;
}

/** Clients of organizations in PostgreSQL, behind row-level security. Names and contacts are sealed before they leave the process. */
export class PostgresOrgClientStore extends OrgClientStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    readonly quota = defaultClients,
  ) {
    super();
  }

  forViewer(viewer: OrgViewer): OrgClients {
    const { database, keyring, quota } = this;
    return new PostgresOrgClients(database, keyring, { viewer, quota });
  }
}

/** Those that a viewer sees. Every method is one transaction that sets the organization and the viewer. */
class PostgresOrgClients extends OrgClients {
  private readonly orgId: string;
  private readonly rows: ClientRows;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly of: { readonly viewer: OrgViewer; readonly quota: number },
  ) {
    super();
    this.orgId = of.viewer.orgId;
    this.rows = new ClientRows(keyring, this.orgId);
  }

  async list(page: ListPage, filter: ClientFilter): Promise<readonly OrgClient[]> {
    const hashes = this.rows.hashesOf(filter.words ?? new Set());
    const { statement, values } = listedClients(this.orgId, page, { filter, hashes });
    const { rows } = await this.within((query) => query<ClientRow>(statement, values));
    return rows.map((row) => clientOfRow(this.keyring, row));
  }

  async find(id: string): Promise<OrgClient | undefined> {
    const { rows } = await this.within((query) => query<ClientRow>(selectClient, [this.orgId, id]));
    return rows[0] && clientOfRow(this.keyring, rows[0]);
  }

  async among(ids: readonly string[]): Promise<ReadonlyMap<string, OrgClient>> {
    const { rows } = await this.within((query) => query<ClientRow>(selectClients, [this.orgId, ids]));
    return new Map(rows.map((row) => [row.id, clientOfRow(this.keyring, row)]));
  }

  create(client: OrgClient, write: ClientWrite): Promise<OrgClient | ClientRefusal> {
    return this.writing(async (query) => {
      const { present, isTaken } = await this.roomFor(query, client);
      if (isTaken) return 'taken';
      if (present >= this.of.quota) return 'full';
      await this.rows.insert(query, client);
      await this.rows.record(query, [client.id], write);
      return client;
    });
  }

  change(id: string, change: OrgClientChange, write: ClientWrite): Promise<OrgClient | 'unknown' | 'taken'> {
    return this.writing(async (query) => {
      await query(lockClient, [this.orgId, id]);
      const { rows } = await query<ClientRow>(selectClient, [this.orgId, id]);
      if (rows[0] === undefined) return 'unknown';
      const before = clientOfRow(this.keyring, rows[0]);
      const details = changedClient(before, change);
      const declaredName = details.name === undefined ? before.declaredName : undefined;
      const client = { ...before, ...details, declaredName, updatedAt: write.now };
      if ((await this.roomFor(query, client)).isTaken) return 'taken';
      await this.rows.update(query, client);
      await this.rows.record(query, [id], write);
      return client;
    });
  }

  import(lines: readonly ClientLine[], write: ClientWrite): Promise<readonly ImportedLine[]> {
    return this.writing(async (query) => {
      const ids = lines.flatMap(({ id }) => id ?? []);
      const references = lines.flatMap(({ change }) => change.reference ?? []);
      const locked = await query<Pick<ClientRow, 'id'>>(lockClients, [this.orgId, ids, references]);
      const { rows } = await query<ClientRow>(selectClients, [this.orgId, locked.rows.map(({ id }) => id)]);
      const { present } = await this.roomFor(query, { id: undefined, reference: undefined });
      const clients = new ClientsOfImport(
        rows.map((row) => clientOfRow(this.keyring, row)),
        {
          room: this.of.quota - present,
          now: write.now,
          hiddenReferences: await this.hiddenAmong(query, references, rows),
          mayAssign: this.of.viewer.sees === 'all',
        },
      );
      const imported: ImportedLine[] = [];
      for (const line of lines) {
        const { imported: taken, written } = clients.take(line);
        if (written) await this.rows[taken.outcome === 'created' ? 'insert' : 'update'](query, written);
        imported.push(taken);
      }
      await this.rows.record(query, clients.writtenIds, write);
      return imported;
    });
  }

  delete(id: string, write: ClientWrite): Promise<boolean> {
    return this.within(async (query) => {
      await query(lockMails, [this.orgId, id]);
      const { rowCount } = await query(deleteClient, [this.orgId, id]);
      if (rowCount === 0) return false;
      await this.rows.record(query, [id], write);
      return true;
    });
  }

  private async roomFor(
    query: RunStatement,
    { id, reference }: { readonly id: string | undefined; readonly reference: string | undefined },
  ): Promise<{ readonly present: number; readonly isTaken: boolean }> {
    const { rows } = await seeingAll(query, this.of.viewer, () =>
      query<RoomRow>(selectRoom, [this.orgId, reference, id]),
    );
    const { present = 0, is_taken: isTaken = false } = rows[0] ?? {};
    return { present, isTaken };
  }

  /** The references that clients have whom the viewer does not see. */
  private async hiddenAmong(
    query: RunStatement,
    references: readonly string[],
    visible: readonly Pick<ClientRow, 'id'>[],
  ): Promise<ReadonlySet<string>> {
    const { rows } = await seeingAll(query, this.of.viewer, () =>
      query<HolderRow>(selectHolders, [this.orgId, references]),
    );
    const seen = new Set(visible.map(({ id }) => id));
    return new Set(rows.filter(({ id }) => !seen.has(id)).map(({ reference }) => reference));
  }

  /** Concurrent writes of an organization can together neither exceed its quota nor give one reference twice. */
  private writing<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return this.within(async (query) => {
      await lockClientsOf(query, this.orgId);
      return work(query);
    });
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return asViewer(this.database, this.of.viewer, work);
  }
}
