import {
  type Campaign,
  type CampaignClient,
  type CampaignCreation,
  type CampaignDraft,
  type CampaignEnd,
  type CampaignsAsked,
  CampaignStore,
  type CampaignWithProgress,
  type CampaignWrite,
  cancelledByEnd,
  endOfDay,
  mostCampaigns,
  mostFirstMails,
  OrgCampaigns,
} from '@governance/assessments';
import { type ListPage, type OrgViewer } from '@governance/iam';
import { CampaignCapability, type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { createHash } from 'node:crypto';
import { lot } from '../access/in-lots';
import { asViewer, seeingAll } from '../access/scoped-transactions';
import { recipientMacs } from '../addresses/address-macs';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { cancelledFor, updateInOrder } from '../deliveries/delivery-row';
import { WorkHint } from '../deliveries/work-hint';
import { clientColumns } from '../clients/client-row';
import { lockKey } from '../key-lock';
import { listStart } from '../list-start';
import { draftSeal } from './campaign-draft-row';
import { queueCampaignMails } from './campaign-deliveries';
import { listCampaigns, listCampaignsOfClient, selectCampaign } from './campaign-progress';
import {
  campaignClientOfRow,
  type CampaignClientRow,
  campaignOfClientRow,
  type CampaignOfClientRow,
  campaignOfRow,
  type CampaignRow,
  campaignValues,
  type ProgressRow,
  shownDraft,
  stepColumns,
} from './campaign-row';

const listClients = {
  name: 'list-clients-of-campaign',
  text: `
    SELECT client.*, ${stepColumns}, draft.result_id
    FROM campaign_drafts AS draft
      JOIN LATERAL (SELECT ${clientColumns} FROM org_clients WHERE org_id = $1 AND id = draft.client_id) AS client ON TRUE
    WHERE draft.org_id = $1 AND draft.campaign_id = $2 AND draft.client_id < $3
    ORDER BY draft.client_id DESC LIMIT $4`,
};

const selectRoom = {
  name: 'select-room-for-campaign',
  text: `
    SELECT (SELECT count(*)::integer FROM campaigns WHERE org_id = $1) AS present,
      EXISTS (SELECT FROM campaigns WHERE org_id = $1 AND name = $2) AS is_taken`,
};

const selectOptOuts = {
  name: 'select-campaign-opt-outs',
  text: `SELECT recipient_mac FROM campaign_opt_outs WHERE org_id = $1 AND recipient_mac = ANY ($2)`,
};

const auditOf = (from: string): string =>
  insertAuditRow({
    context: '$1::jsonb',
    at: '$2::timestamptz',
    orgId: '$3::text',
    target: 'changed.id::text',
    outcome: 'done',
    from,
  });

const insertCampaign = {
  name: 'insert-campaign',
  text: `
    WITH changed AS (
      INSERT INTO campaigns (org_id, id, name, mode, message, sender_name, domain, due_at, created_by, created_at)
      VALUES ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id)
    ${auditOf('changed')}`,
};

const insertDrafts = {
  name: 'insert-campaign-drafts',
  text: `
    INSERT INTO campaign_drafts (
      org_id, campaign_id, mode, due_at, closes_at, id, client_id, capability_hash, shown, recipient, recipient_mac)
    SELECT $1, $2, $3, $4, $5, draft.*
    FROM unnest($6::uuid[], $7::uuid[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[]) AS draft`,
};

const countClients = {
  name: 'count-clients-of-campaign',
  text: `
    SELECT count(*)::integer AS clients
    FROM campaign_drafts AS draft JOIN org_clients AS client ON client.org_id = $1 AND client.id = draft.client_id
    WHERE draft.org_id = $1 AND draft.campaign_id = $2`,
};

const lockCampaign = {
  name: 'lock-campaign',
  text: 'SELECT closed_at FROM campaigns WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE',
};

const closeCampaign = {
  name: 'close-campaign',
  text: `
    WITH changed AS (
      UPDATE campaigns SET closed_at = $2 WHERE org_id = $3 AND id = $4 RETURNING id)
    ${auditOf('changed')}`,
};

const closeDrafts = {
  name: 'close-campaign-drafts',
  text: `UPDATE campaign_drafts SET closes_at = $3 WHERE org_id = $1 AND campaign_id = $2 AND closes_at > $3`,
};

const ofCampaign = `campaign_draft_id IN (SELECT id FROM campaign_drafts WHERE org_id = $1 AND campaign_id = $2)`;

const cancelMails = {
  name: 'cancel-campaign-mails',
  text: updateInOrder(cancelledFor(cancelledByEnd), `state = 'queued' AND ${ofCampaign}`),
};

/** Mail before its drafts, as with invitations. */
const lockMails = {
  name: 'lock-campaign-mails',
  text: `SELECT FROM deliveries WHERE ${ofCampaign} ORDER BY id FOR UPDATE`,
};

const deleteCampaign = {
  name: 'delete-campaign',
  text: `
    WITH changed AS (DELETE FROM campaigns WHERE org_id = $3 AND id = $4 RETURNING id)
    ${auditOf('changed')}`,
};

interface EndingRow {
  readonly closed_at: Date | null;
}

interface RoomRow {
  readonly present: number;
  readonly is_taken: boolean;
}

/** Campaigns in PostgreSQL, behind row-level security. What a client sees and its address are sealed before they leave the process. */
export class PostgresCampaignStore extends CampaignStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  forViewer(viewer: OrgViewer): OrgCampaigns {
    return new PostgresOrgCampaigns(this.database, this.keyring, viewer);
  }
}

/** Those of a viewer. Every method is one transaction that sets the organization and the viewer. */
class PostgresOrgCampaigns extends OrgCampaigns {
  private readonly orgId: string;
  private readonly hint: WorkHint;
  private readonly capabilities: CampaignCapability;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly viewer: OrgViewer,
  ) {
    super();
    this.orgId = viewer.orgId;
    this.hint = new WorkHint(database);
    this.capabilities = new CampaignCapability(keyring);
  }

  async create(
    campaign: Campaign,
    drafts: readonly CampaignDraft[],
    write: CampaignWrite,
  ): Promise<CampaignCreation> {
    const creation = await this.within(async (query): Promise<CampaignCreation> => {
      // Concurrent creations can together neither exceed the limits nor take one name twice.
      await lockKey(query, createHash('sha256').update(`campaigns ${this.orgId}`).digest());
      const { present, isTaken } = await this.roomFor(query, campaign.name);
      if (isTaken) return { outcome: 'taken' };
      if (present >= mostCampaigns) return { outcome: 'full' };
      const optedOut = await this.optedOutOf(query, drafts);
      const asked = drafts.filter(({ clientId }) => !optedOut.has(clientId));
      if (asked.length === 0) return { outcome: 'nobody' };
      if (present === 0 && asked.length > mostFirstMails) return { outcome: 'first' };
      await query(insertCampaign, [...this.auditValues(write), ...campaignValues(campaign)]);
      for (let start = 0; start < asked.length; start += lot)
        await this.ask(query, campaign, asked.slice(start, start + lot));
      return { outcome: 'created', optedOut };
    });
    if (creation.outcome === 'created') this.hint.give();
    return creation;
  }

  async list(
    { limit, after }: ListPage,
    { now, clientId }: CampaignsAsked,
  ): Promise<readonly CampaignWithProgress[]> {
    const { createdAt, id } = after ?? listStart;
    const values = [this.orgId, now, createdAt, id, limit];
    return this.within(async (query) => {
      if (clientId === undefined)
        return (await query<CampaignRow & ProgressRow>(listCampaigns, values)).rows.map(campaignOfRow);
      const { rows } = await query<CampaignOfClientRow>(listCampaignsOfClient, [...values, clientId]);
      return rows.map((row) => campaignOfClientRow(row, now));
    });
  }

  async find(id: string, now: Date): Promise<CampaignWithProgress | undefined> {
    const { rows } = await this.within((query) =>
      query<CampaignRow & ProgressRow>(selectCampaign, [this.orgId, now, id]),
    );
    return rows[0] && campaignOfRow(rows[0]);
  }

  async clients({ id, createdAt }: Campaign, { limit, after }: ListPage): Promise<readonly CampaignClient[]> {
    const { rows } = await this.within((query) =>
      query<CampaignClientRow>(listClients, [this.orgId, id, (after ?? listStart).id, limit]),
    );
    return rows.map((row) => campaignClientOfRow(this.keyring, row, createdAt));
  }

  close(id: string, write: CampaignWrite): Promise<CampaignEnd> {
    return this.ending(id, async (query, { closed_at: closedAt }) => {
      if (closedAt !== null) return;
      await query(cancelMails, [this.orgId, id]);
      await query(closeDrafts, [this.orgId, id, write.now]);
      await query(closeCampaign, [...this.auditValues(write), id]);
    });
  }

  delete(id: string, write: CampaignWrite): Promise<CampaignEnd> {
    return this.ending(id, async (query) => {
      await query(deleteCampaign, [...this.auditValues(write), id]);
    });
  }

  /** Runs the end of a campaign for all its clients, if the viewer sees each of them. */
  private ending(
    id: string,
    end: (query: RunStatement, campaign: EndingRow) => Promise<void>,
  ): Promise<CampaignEnd> {
    return this.within(async (query) => {
      const seen = await this.countClients(query, id);
      return seeingAll(query, this.viewer, async () => {
        await query(lockMails, [this.orgId, id]);
        const { rows } = await query<EndingRow>(lockCampaign, [this.orgId, id]);
        if (rows[0] === undefined) return 'unknown';
        if (seen < (await this.countClients(query, id))) return 'hidden';
        await end(query, rows[0]);
        return 'done';
      });
    });
  }

  private async countClients(query: RunStatement, id: string): Promise<number> {
    const { rows } = await query<{ clients: number }>(countClients, [this.orgId, id]);
    return rows[0]?.clients ?? 0;
  }

  private async roomFor(
    query: RunStatement,
    name: string,
  ): Promise<{ readonly present: number; readonly isTaken: boolean }> {
    const { rows } = await query<RoomRow>(selectRoom, [this.orgId, name]);
    const { present = 0, is_taken: isTaken = false } = rows[0] ?? {};
    return { present, isTaken };
  }

  /** The clients whose contacts have opted out of campaigns of the organization. */
  private async optedOutOf(
    query: RunStatement,
    drafts: readonly CampaignDraft[],
  ): Promise<ReadonlySet<string>> {
    const clients = new Map<string, string[]>();
    for (const { clientId, recipient } of drafts) {
      for (const mac of recipientMacs(this.keyring, recipient)) {
        const key = mac.toString('hex');
        clients.set(key, [...(clients.get(key) ?? []), clientId]);
      }
    }
    const macs = [...clients.keys()].map((key) => Buffer.from(key, 'hex'));
    const { rows } = await query<{ recipient_mac: Buffer }>(selectOptOuts, [this.orgId, macs]);
    return new Set(rows.flatMap(({ recipient_mac: mac }) => clients.get(mac.toString('hex')) ?? []));
  }

  /** Stores the drafts with their mails. */
  private async ask(
    query: RunStatement,
    campaign: Campaign,
    drafts: readonly CampaignDraft[],
  ): Promise<void> {
    const { keyring, orgId } = this;
    await query(insertDrafts, [
      orgId,
      campaign.id,
      campaign.mode,
      campaign.dueAt,
      endOfDay(campaign.dueAt),
      drafts.map(({ id }) => id),
      drafts.map(({ clientId }) => clientId),
      drafts.map(({ id }) => this.capabilities.hashOf(this.capabilities.of(id))),
      drafts.map((draft) =>
        keyring.seal(JSON.stringify(shownDraft(campaign, draft)), draftSeal('shown', draft.id)),
      ),
      drafts.map(({ id, recipient }) => keyring.seal(recipient, draftSeal('recipient', id))),
      drafts.map(({ recipient }) => recipientMacs(keyring, recipient)[0]),
    ]);
    const mails = drafts.map(({ id: draftId, recipient }) => ({ draftId, orgId, recipient }));
    await queueCampaignMails(query, keyring, { kind: 'campaign-invitation', now: campaign.createdAt, mails });
  }

  private auditValues({ audit, now }: CampaignWrite): readonly unknown[] {
    return [auditJson(audit), now, this.orgId];
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return asViewer(this.database, this.viewer, work);
  }
}
