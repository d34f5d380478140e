/** `closed`: the sender closed the campaign before the end of the due day. */
export type CampaignDraftState = 'open' | 'submitted' | 'closed' | 'overdue';

interface DraftDates {
  readonly dueAt: Date;
  /** The end of the due day, or when the campaign was closed before. */
  readonly closesAt: Date;
  readonly submittedAt: Date | undefined;
}

export function draftStateOf({ dueAt, closesAt, submittedAt }: DraftDates, now: Date): CampaignDraftState {
  if (submittedAt) return 'submitted';
  if (now < closesAt) return 'open';
  return closesAt < dueAt ? 'closed' : 'overdue';
}
