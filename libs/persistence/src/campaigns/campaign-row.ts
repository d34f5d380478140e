import {
  type Campaign,
  type CampaignClient,
  campaignClientState,
  type CampaignDraft,
  type CampaignShown,
  type CampaignSteps,
  type CampaignWithProgress,
  shownName,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Mode } from '@governance/rubric';
import { clientOfRow, type ClientRow } from '../clients/client-row';
import { Column, namesOf, type RowOf } from '../column';

const columns = {
  id: new Column<string>(),
  name: new Column<string>(),
  mode: new Column<Mode>(),
  message: new Column<string>(),
  sender_name: new Column<string>(),
  domain: new Column<string>(),
  due_at: new Column<Date>(),
  created_by: new Column<string>(),
  created_at: new Column<Date>(),
  closed_at: new Column<Date | null>(),
};

export const campaignColumns = namesOf(columns);

export type CampaignRow = RowOf<typeof columns>;

/** The parameters of an insertion after the organization, in the order of the columns without `closed_at`. */
export function campaignValues({ sender, ...campaign }: Campaign): readonly unknown[] {
  return [
    campaign.id,
    campaign.name,
    campaign.mode,
    campaign.message,
    sender.name,
    sender.domain,
    campaign.dueAt,
    campaign.createdBy,
    campaign.createdAt,
  ];
}

export interface ProgressRow {
  readonly clients: number;
  readonly sent: number;
  readonly opened: number;
  readonly started: number;
  readonly submitted: number;
  readonly overdue: number;
  readonly failed: number;
  readonly opted_out: number;
}

export function campaignOfRow(row: CampaignRow & ProgressRow): CampaignWithProgress {
  const { clients, sent, opened, started, submitted, overdue, failed, opted_out: optedOut } = row;
  return {
    id: row.id,
    name: row.name,
    mode: row.mode,
    message: row.message,
    sender: { name: row.sender_name, domain: row.domain },
    dueAt: row.due_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
    closedAt: row.closed_at ?? undefined,
    progress: { clients, sent, opened, started, submitted, overdue, failed, optedOut },
  };
}

/** Of `draft`, beside the columns of another table. */
export const stepColumns = [
  'draft.sent_at',
  'draft.failed AS failure',
  'draft.opened_at',
  'draft.started_at',
  'draft.submitted_at',
  'draft.opted_out_at',
  'draft.closes_at',
].join(', ');

interface StepsRow {
  readonly sent_at: Date | null;
  readonly failure: string | null;
  readonly opened_at: Date | null;
  readonly started_at: Date | null;
  readonly submitted_at: Date | null;
  readonly opted_out_at: Date | null;
  readonly closes_at: Date;
}

function stepsOfRow(row: StepsRow): CampaignSteps {
  return {
    sentAt: row.sent_at ?? undefined,
    failed: row.failure ?? undefined,
    openedAt: row.opened_at ?? undefined,
    startedAt: row.started_at ?? undefined,
    submittedAt: row.submitted_at ?? undefined,
    optedOutAt: row.opted_out_at ?? undefined,
    closesAt: row.closes_at,
  };
}

/** Of a campaign, with the steps of the draft of one client. */
export type CampaignOfClientRow = CampaignRow & ProgressRow & StepsRow;

export function campaignOfClientRow(row: CampaignOfClientRow, now: Date): CampaignWithProgress {
  const clientState = campaignClientState(stepsOfRow(row), { dueAt: row.due_at, now });
  return { ...campaignOfRow(row), clientState };
}

/** Of a client, with the steps of its draft. */
export interface CampaignClientRow extends ClientRow, StepsRow {
  readonly result_id: string | null;
}

export function campaignClientOfRow(
  keyring: Keyring,
  row: CampaignClientRow,
  createdAt: Date,
): CampaignClient {
  const client = clientOfRow(keyring, row);
  return {
    id: client.id,
    createdAt,
    name: shownName(client),
    reference: client.reference,
    ...stepsOfRow(row),
    resultId: row.result_id ?? undefined,
  };
}

/** What a draft shows its client, and what its mails say. */
export function shownDraft(
  { sender, message }: Campaign,
  { clientName, contactName }: CampaignDraft,
): CampaignShown {
  return { senderName: sender.name, domain: sender.domain, clientName, contactName, message };
}
