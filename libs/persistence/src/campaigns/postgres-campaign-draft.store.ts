import {
  type LinkedDraft,
  CampaignDrafts,
  type DraftCode,
  type DraftFields,
  draftStateOf,
  type DraftWrite,
  type DraftWriting,
  type ResultExtras,
  type SurveyResult,
} from '@governance/assessments';
import { CampaignCapability, type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { withCapability } from '../access/scoped-transactions';
import { clientMac } from '../addresses/address-macs';
import { sealedRecipient } from '../deliveries/delivery-row';
import { WorkHint } from '../deliveries/work-hint';
import { givenRow, insertResults } from '../results/result-insertion';
import { draftColumns, draftOfRow, type DraftRow, draftSeal } from './campaign-draft-row';
import { DraftCodes } from './draft-codes';

const selectDraft = {
  name: 'select-campaign-draft',
  text: `SELECT ${draftColumns} FROM campaign_drafts WHERE capability_hash = $1`,
};

const lockDraft = { name: 'lock-campaign-draft', text: `${selectDraft.text} FOR UPDATE` };

const openDraft = {
  name: 'open-campaign-draft',
  text: `UPDATE campaign_drafts SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL`,
};

const saveDraft = {
  name: 'save-campaign-draft',
  text: `
    UPDATE campaign_drafts
    SET answers = $2, version = version + 1, saved_at = $3,
      opened_at = coalesce(opened_at, $3), started_at = coalesce(started_at, $3)
    WHERE id = $1`,
};

const submitDraft = {
  name: 'submit-campaign-draft',
  text: `
    UPDATE campaign_drafts
    SET answers = NULL, version = version + 1, submitted_at = $3, result_id = $2,
      opened_at = coalesce(opened_at, $3), started_at = coalesce(started_at, $3)
    WHERE id = $1`,
};

const optOutOfMails = {
  name: 'opt-out-of-campaign',
  text: `UPDATE campaign_drafts SET opted_out_at = $2 WHERE id = $1 AND opted_out_at IS NULL`,
};

const tellPlatform = {
  name: 'insert-campaign-outbox',
  text: `INSERT INTO campaign_outbox (draft_id, org_id, kind, result_id, at) VALUES ($1, $2, $3, $4, $5)`,
};

const queueCode = {
  name: 'queue-campaign-code',
  text: `
    INSERT INTO deliveries (id, kind, campaign_draft_id, recipient, created_at, available_at, recipient_mac, domain_mac,
      client_mac, traceparent)
    VALUES ($1, 'campaign-code', $2, $3, $4, $4, $5, $6, $7, $8)`,
};

/** The drafts of campaigns in PostgreSQL. Row-level security shows each transaction the draft of its capability alone (ADR 74). */
export class PostgresCampaignDraftStore extends CampaignDrafts {
  private readonly capabilities: CampaignCapability;
  private readonly codes: DraftCodes;
  private readonly hint: WorkHint;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
    this.capabilities = new CampaignCapability(keyring);
    this.codes = new DraftCodes(keyring);
    this.hint = new WorkHint(database);
  }

  async find(capability: string): Promise<LinkedDraft | undefined> {
    const hash = this.capabilities.hashOf(capability);
    if (hash === undefined) return undefined;
    return withCapability(this.database, hash, async (query) => {
      const { rows } = await query<DraftRow>(selectDraft, [hash]);
      return rows[0] && draftOfRow(this.keyring, rows[0]);
    });
  }

  async open(capability: string, now: Date): Promise<void> {
    await this.locked(capability, async (query, { id }) => {
      await query(openDraft, [id, now]);
    });
  }

  save(capability: string, fields: DraftFields, write: DraftWrite): Promise<DraftWriting | undefined> {
    return this.write(capability, write, async (query, { id }) => {
      const sealed = this.keyring.seal(JSON.stringify(fields), draftSeal('answers', id));
      await query(saveDraft, [id, sealed, write.now]);
    });
  }

  async submit(
    capability: string,
    { result, extras }: { readonly result: SurveyResult; readonly extras: ResultExtras },
    write: DraftWrite,
  ): Promise<DraftWriting | undefined> {
    const { now } = write;
    const writing = await this.write(capability, write, async (query, { id, org_id: orgId }) => {
      const row = givenRow(this.keyring, { result, extras, trace: traceparent() });
      await query(insertResults, [JSON.stringify([row])]);
      await query(submitDraft, [id, result.id, now]);
      await query(tellPlatform, [id, orgId, 'submitted', result.id, now]);
    });
    if (writing?.outcome === 'written' && extras.deliveryId !== undefined) this.hint.give();
    return writing;
  }

  async sendCode(
    capability: string,
    { code, deliveryId, clientAddress, now, expiresAt }: DraftCode,
  ): Promise<boolean> {
    const queued = await this.locked(capability, async (query, { id, recipient }) => {
      if (recipient === null) return false;
      const address = this.keyring.open(recipient, draftSeal('recipient', id)).toString('utf8');
      const to = sealedRecipient(this.keyring, deliveryId, address);
      await this.codes.keep(query, id, { code, expiresAt });
      await query(queueCode, [
        deliveryId,
        id,
        to.recipient,
        now,
        to.recipientMac,
        to.domainMac,
        clientMac(this.keyring, clientAddress),
        traceparent(),
      ]);
      return true;
    });
    if (queued === true) this.hint.give();
    return queued === true;
  }

  async checkCode(capability: string, code: string, now: Date): Promise<boolean> {
    const isRight = await this.locked(capability, (query, row) =>
      this.codes.check(query, row, { code, now }),
    );
    return isRight === true;
  }

  async optOut(capability: string, now: Date): Promise<void> {
    await this.locked(capability, async (query, { id, org_id: orgId }) => {
      const { rowCount } = await query(optOutOfMails, [id, now]);
      if (rowCount === 1) await query(tellPlatform, [id, orgId, 'opted-out', null, now]);
    });
  }

  private write(
    capability: string,
    { seen, now }: DraftWrite,
    change: (query: RunStatement, row: DraftRow) => Promise<void>,
  ): Promise<DraftWriting | undefined> {
    return this.locked(capability, async (query, row, hash) => {
      const draft = draftOfRow(this.keyring, row);
      if (!draft) return undefined;
      if (draftStateOf(draft, now) !== 'open') return { outcome: 'ended', draft };
      if (draft.version !== seen) return { outcome: 'stale', draft };
      await change(query, row);
      const { rows } = await query<DraftRow>(selectDraft, [hash]);
      const written = rows[0] && draftOfRow(this.keyring, rows[0]);
      return written && { outcome: 'written', draft: written };
    });
  }

  /** One writer at a time. Undefined, without `work`, if no draft has the capability. */
  private async locked<Result>(
    capability: string,
    work: (query: RunStatement, row: DraftRow, hash: Buffer) => Promise<Result>,
  ): Promise<Result | undefined> {
    const hash = this.capabilities.hashOf(capability);
    if (hash === undefined) return undefined;
    return withCapability(this.database, hash, async (query) => {
      const { rows } = await query<DraftRow>(lockDraft, [hash]);
      return rows[0] && work(query, rows[0], hash);
    });
  }
}
