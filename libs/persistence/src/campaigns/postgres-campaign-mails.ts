import {
  type CampaignMail,
  CampaignMails,
  type CampaignReport,
  type CampaignShown,
  cancelledByEnd,
  hoursToFirstReminder,
  type NoCampaignMail,
  reminderDays,
  type ReminderDays,
  reminderHour,
} from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { CampaignCapability, type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { inLots, lot } from '../access/in-lots';
import { asViewer, inSystemScope } from '../access/scoped-transactions';
import { WorkHint } from '../deliveries/work-hint';
import { queueCampaignMails } from './campaign-deliveries';
import { draftSeal } from './campaign-draft-row';

const selectDraft = {
  name: 'select-draft-to-mail',
  text: `
    SELECT capability_hash, shown, due_at, closes_at, submitted_at, opted_out_at
    FROM campaign_drafts WHERE id = $1`,
};

/** The time of a reminder. Drafts that are not closed end with their due day. */
function timeOf(days: ReminderDays): string {
  return `closes_at - interval '${(days + 1) * 24 - reminderHour} hours'`;
}

/** The newest reminder that is due at $1. */
const newest = `CASE ${reminderDays
  .toReversed()
  .map((days) => `WHEN $1 >= ${timeOf(days)} THEN ${days}`)
  .join(' ')} END`;
const timeOfNewest = `CASE ${newest} ${reminderDays.map((days) => `WHEN ${days} THEN ${timeOf(days)}`).join(' ')} END`;

const isUnanswered = `
  sent_at IS NOT NULL AND submitted_at IS NULL AND opted_out_at IS NULL AND failed IS NULL AND recipient IS NOT NULL
  AND closes_at > $1 AND closes_at <= $1::timestamptz + interval '${(reminderDays[0] + 1) * 24} hours'`;

/** A concurrent worker passes the rows, which it then finds recorded. */
const recordReminders = {
  name: 'record-campaign-reminders',
  text: `
    WITH due AS (
      SELECT id, ${newest} AS days FROM campaign_drafts
      WHERE ${isUnanswered} AND (reminded_days IS NULL OR reminded_days > ${newest})
        AND sent_at <= ${timeOfNewest} - interval '${hoursToFirstReminder} hours'
      ORDER BY id LIMIT ${lot} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE campaign_drafts AS draft SET reminded_days = due.days FROM due
    WHERE draft.id = due.id RETURNING draft.id, org_id, recipient`,
};

const selectReports = {
  name: 'select-campaign-reports',
  text: `
    SELECT report.id, report.org_id, report.kind, report.result_id, client_id
    FROM campaign_outbox AS report JOIN campaign_drafts AS draft ON draft.id = draft_id
    WHERE draft_id = $1 ORDER BY at, report.id`,
};

const deleteReport = { name: 'delete-campaign-report', text: 'DELETE FROM campaign_outbox WHERE id = $1' };

/** By the hash that the draft has. An erased draft has none, and no mail either. */
const insertOptOut = {
  name: 'insert-campaign-opt-out',
  text: `
    INSERT INTO campaign_opt_outs (org_id, recipient_mac, at)
    SELECT draft.org_id, recipient_mac, $2
    FROM campaign_outbox AS report JOIN campaign_drafts AS draft ON draft.id = draft_id
    WHERE report.id = $1 AND recipient_mac IS NOT NULL
    ON CONFLICT DO NOTHING`,
};

const forgetEnded = {
  name: 'forget-ended-drafts',
  text: `
    UPDATE campaign_drafts SET shown = NULL, recipient = NULL, recipient_mac = NULL, answers = NULL, code_mac = NULL
    WHERE id IN (
      SELECT id FROM campaign_drafts WHERE closes_at < $1 AND shown IS NOT NULL
      ORDER BY id LIMIT ${lot} FOR NO KEY UPDATE)`,
};

interface DraftRow {
  readonly capability_hash: Buffer;
  readonly shown: Buffer | null;
  readonly due_at: Date;
  readonly closes_at: Date;
  readonly submitted_at: Date | null;
  readonly opted_out_at: Date | null;
}

interface RemindedRow {
  readonly id: string;
  readonly org_id: string;
  readonly recipient: Buffer;
}

interface ReportRow {
  readonly id: string;
  readonly org_id: string;
  readonly kind: CampaignReport['kind'];
  readonly result_id: string | null;
  readonly client_id: string;
}

/** The mails and reports of campaigns in PostgreSQL. A mail is a delivery row that is written with what decides on it (ADR 2). */
export class PostgresCampaignMails extends CampaignMails {
  private readonly hint: WorkHint;
  private readonly capabilities: CampaignCapability;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
    this.hint = new WorkHint(database);
    this.capabilities = new CampaignCapability(keyring);
  }

  async find(draftId: string, now: Date): Promise<CampaignMail | NoCampaignMail> {
    const { rows } = await this.across((query) => query<DraftRow>(selectDraft, [draftId]));
    const [row] = rows;
    if (!row?.shown) return 'Erased';
    if (row.submitted_at !== null) return 'AlreadySubmitted';
    if (row.opted_out_at !== null) return 'OptedOut';
    if (row.closes_at <= now) return cancelledByEnd;
    const capability = this.capabilities.matching(draftId, row.capability_hash);
    // The key of its link is gone, and with it what the draft shows.
    if (capability === undefined) return 'Erased';
    const shown = this.keyring.open(row.shown, draftSeal('shown', draftId)).toString('utf8');
    const { senderName: name, domain, clientName, contactName, message } = JSON.parse(shown) as CampaignShown;
    return { sender: { name, domain }, clientName, contactName, message, dueAt: row.due_at, capability };
  }

  async queueReminders(now: Date): Promise<number> {
    const queued = await inLots(this.database, 'campaign-mail', async (query) => {
      const { rows, rowCount } = await query<RemindedRow>(recordReminders, [now]);
      const mails = rows.map(({ id: draftId, org_id: orgId, recipient }) => ({
        draftId,
        orgId,
        recipient: this.keyring.open(recipient, draftSeal('recipient', draftId)).toString('utf8'),
      }));
      await queueCampaignMails(query, this.keyring, { kind: 'campaign-reminder', now, mails });
      return { rowCount };
    });
    if (queued > 0) this.hint.give();
    return queued;
  }

  async reportsOf(draftId: string): Promise<readonly CampaignReport[]> {
    const { rows } = await this.across((query) => query<ReportRow>(selectReports, [draftId]));
    return rows.map(({ id, org_id: orgId, kind, result_id: resultId, client_id: clientId }) => ({
      id,
      orgId,
      clientId,
      kind,
      resultId: resultId ?? undefined,
    }));
  }

  settle({ id, orgId, kind }: CampaignReport, now: Date): Promise<void> {
    return asViewer(this.database, everythingOf(orgId), async (query) => {
      if (kind === 'opted-out') await query(insertOptOut, [id, now]);
      await query(deleteReport, [id]);
    });
  }

  forgetEnded(before: Date): Promise<number> {
    return inLots(this.database, 'campaign-mail', (query) => query(forgetEnded, [before]));
  }

  private across<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return inSystemScope(this.database, 'campaign-mail', work);
  }
}
