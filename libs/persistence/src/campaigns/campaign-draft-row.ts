import { type LinkedDraft, type CampaignShown, type DraftFields } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Mode } from '@governance/rubric';
import { Column, namesOf, type RowOf } from '../column';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

/** The columns of `campaign_drafts` that answering needs, as pg reads them. */
const answered = {
  id: new Column<string>(),
  org_id: new Column<string>(),
  shown: new Column<Buffer | null>(),
  recipient: new Column<Buffer | null>(),
  mode: new Column<Mode>(),
  due_at: new Column<Date>(),
  closes_at: new Column<Date>(),
  answers: new Column<Buffer | null>(),
  version: new Column<number>(),
  saved_at: new Column<Date | null>(),
  code_mac: new Column<Buffer | null>(),
  code_expires_at: new Column<Date | null>(),
  code_attempts: new Column<number>(),
  submitted_at: new Column<Date | null>(),
  opted_out_at: new Column<Date | null>(),
  result_id: new Column<string | null>(),
};

export const draftColumns = namesOf(answered);

export type DraftRow = RowOf<typeof answered>;

/** Undefined after erasure and retention, which end the link. */
export function draftOfRow(keyring: Keyring, row: DraftRow): LinkedDraft | undefined {
  const { id, shown, answers } = row;
  if (shown === null) return undefined;
  const open = (column: SealedColumn<'campaign_drafts'>, sealed: Buffer): unknown =>
    JSON.parse(keyring.open(sealed, draftSeal(column, id)).toString('utf8'));
  return {
    ...(open('shown', shown) as CampaignShown),
    id,
    mode: row.mode,
    dueAt: row.due_at,
    closesAt: row.closes_at,
    version: row.version,
    savedAt: row.saved_at ?? undefined,
    fields: answers === null ? {} : (open('answers', answers) as DraftFields),
    hasRecipient: row.recipient !== null,
    codeExpiresAt: row.code_expires_at ?? undefined,
    submittedAt: row.submitted_at ?? undefined,
    resultId: row.result_id ?? undefined,
    optedOutAt: row.opted_out_at ?? undefined,
  };
}

/** The associated data of a sealed value of `campaign_drafts`. */
export function draftSeal(
  column: SealedColumn<'campaign_drafts'>,
  row: string,
): SealedPlace<'campaign_drafts'> {
  return { table: 'campaign_drafts', column, row };
}
