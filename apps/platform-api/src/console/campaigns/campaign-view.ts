import { endOfDay, modeInWords } from '@governance/assessments';
import { type PlatformTypes } from '@governance/client';
import { dayInWords } from '../moments';

type Schemas = PlatformTypes['schemas'];
export type Campaign = Schemas['Campaign'];
export type CampaignView = ReturnType<typeof campaignView>;
export type AskedClientView = ReturnType<typeof askedClientView>;
export type AskedClient = Schemas['CampaignClient'];
type LeftOut = Schemas['ClientLeftOut'];

/** A campaign in words, for the list and for its page. */
export function campaignView(campaign: Campaign, now: Date) {
  const { progress } = campaign;
  const closed = campaign.closed_at;
  const isOver = endOfDay(new Date(campaign.due_at)) <= now;
  return {
    id: campaign.id,
    name: campaign.name,
    mode: modeInWords[campaign.mode],
    message: campaign.message,
    sender: campaign.sender_name,
    domain: campaign.domain,
    created: day(campaign.created_at),
    due: day(campaign.due_at),
    // Only an open one can be closed.
    isOpen: closed === null && !isOver,
    state: closed === null ? (isOver ? 'Over' : 'Open') : `Closed on ${day(closed)}`,
    clients: progress.clients,
    submitted: progress.submitted,
    overdue: progress.overdue,
    // Of a bar, which needs more than nothing.
    most: Math.max(progress.clients, 1),
    steps: stepsOf(progress),
  };
}

/** How many clients have come how far: each step includes the later ones. */
function stepsOf({
  sent,
  opened,
  started,
  submitted,
  overdue,
  failed,
  opted_out: optedOut,
}: Campaign['progress']) {
  return [
    { label: 'Mail sent', count: sent },
    { label: 'Opened', count: opened },
    { label: 'Answers saved', count: started },
    { label: 'Submitted', count: submitted },
    { label: 'Overdue', count: overdue },
    { label: 'Mail failed', count: failed },
    { label: 'Wants no mails', count: optedOut },
  ];
}

const stateWords: Readonly<Record<AskedClient['step'], string>> = {
  queued: 'Mail is queued',
  sent: 'Mail sent',
  opened: 'Opened',
  started: 'Answers saved',
  submitted: 'Submitted',
  'opted-out': 'Wants no mails',
  failed: 'Mail failed',
  closed: 'Closed without an answer',
  overdue: 'Overdue',
};

/** How far a client has come, and whether a person should look at it. */
export function stepInWords(step: AskedClient['step']): {
  readonly words: string;
  readonly needsLook: boolean;
} {
  return { words: stateWords[step], needsLook: step === 'failed' || step === 'overdue' };
}

/** A client of a campaign. */
export function askedClientView(client: AskedClient) {
  const { reference, result_id: resultId } = client;
  const { words, needsLook } = stepInWords(client.step);
  return {
    id: client.client_id,
    name: client.name ?? reference ?? 'Client without a name',
    reference: client.name === null ? undefined : (reference ?? undefined),
    state: words,
    needsLook,
    last: lastStepOf(client),
    resultId: resultId ?? undefined,
  };
}

function lastStepOf({
  submitted_at: submitted,
  started_at: started,
  opened_at: opened,
  sent_at: sent,
}: AskedClient): string {
  const last = submitted ?? started ?? opened ?? sent;
  return last === null ? 'Nothing yet' : day(last);
}

const reasonWords: Readonly<Record<LeftOut['reason'], string>> = {
  unknown: 'Unknown, or not visible to you',
  archived: 'Archived',
  no_contact: 'Without the email address of a contact',
  opted_out: 'The contact wants no mails of your campaigns',
};

/** The clients that get no mail, by the reason. */
export function leftOutView(
  leftOut: readonly LeftOut[],
): readonly { readonly reason: string; readonly count: number }[] {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason);
  return Array.from(byReason, ([reason, clients]) => ({
    reason: reasonWords[reason],
    count: clients.length,
  }));
}

function day(at: string): string {
  return dayInWords(new Date(at));
}
