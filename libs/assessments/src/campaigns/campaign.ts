import { type ListPosition } from '@governance/iam';
import { type Mode } from '@governance/rubric';

/** What an admin decides about a campaign. */
export interface CampaignDetails {
  /** Unique in the organization, so that a repeated request sends nothing twice. */
  readonly name: string;
  readonly mode: Mode;
  /** Plain text without addresses and links; may be empty. */
  readonly message: string;
  readonly dueAt: Date;
}

/** Who asks the clients: the organization, with a domain that it has proven. */
export interface CampaignSender {
  readonly name: string;
  readonly domain: string;
}

/** A questionnaire that an organization has sent to clients (ADR 72). */
export interface Campaign extends CampaignDetails, ListPosition {
  readonly sender: CampaignSender;
  /** The id of the member or machine that has created it. */
  readonly createdBy: string;
  /** When an admin closed it before the end of the due day. */
  readonly closedAt: Date | undefined;
}

/** How many clients a campaign has, and how many of them have come so far: each step includes the later ones. */
export interface CampaignProgress {
  readonly clients: number;
  readonly sent: number;
  readonly opened: number;
  readonly started: number;
  readonly submitted: number;
  /** Not submitted by the end of the due day. */
  readonly overdue: number;
  readonly failed: number;
  readonly optedOut: number;
}

export interface CampaignWithProgress extends Campaign {
  readonly progress: CampaignProgress;
  /** In a list of those that ask one client: how far it has come. */
  readonly clientState?: CampaignClientState;
}

/** What is new to the database: the questionnaire of one client. */
export interface CampaignDraft {
  /** A UUID. The link that the client gets is derived from it. */
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string | undefined;
  readonly contactName: string | undefined;
  readonly recipient: string;
}

/** What became of the questionnaire of a client. */
export interface CampaignSteps {
  /** When the first mail was sent. */
  readonly sentAt: Date | undefined;
  /** Why a mail was not sent, without personal data. */
  readonly failed: string | undefined;
  readonly openedAt: Date | undefined;
  readonly startedAt: Date | undefined;
  readonly submittedAt: Date | undefined;
  readonly optedOutAt: Date | undefined;
  /** The end of the due day, or the moment at which an admin closed the campaign. */
  readonly closesAt: Date;
}

/** A client of a campaign. `id` is that of the client. */
export interface CampaignClient extends ListPosition, CampaignSteps {
  readonly name: string | undefined;
  readonly reference: string | undefined;
  readonly resultId: string | undefined;
}

/** `closed`: an admin closed the campaign before the end of the due day. */
export const campaignClientStates = [
  'queued',
  'sent',
  'opened',
  'started',
  'submitted',
  'opted-out',
  'failed',
  'closed',
  'overdue',
] as const;

export type CampaignClientState = (typeof campaignClientStates)[number];

/** The reason of a first mail that was still queued when its campaign ended: it did not fail. */
export const cancelledByEnd = 'CampaignClosed';

/** The state of a client of a campaign that is due at `dueAt`. */
export function campaignClientState(
  steps: CampaignSteps,
  { dueAt, now }: { readonly dueAt: Date; readonly now: Date },
): CampaignClientState {
  if (steps.submittedAt !== undefined) return 'submitted';
  if (steps.optedOutAt !== undefined) return 'opted-out';
  if (steps.failed === cancelledByEnd) return 'closed';
  if (steps.failed !== undefined) return 'failed';
  if (endOfDay(dueAt) <= now) return 'overdue';
  if (steps.closesAt <= now) return 'closed';
  return openState(steps);
}

function openState({ startedAt, openedAt, sentAt }: CampaignSteps): CampaignClientState {
  if (startedAt !== undefined) return 'started';
  if (openedAt !== undefined) return 'opened';
  return sentAt === undefined ? 'queued' : 'sent';
}

const dayMs = 24 * 60 * 60_000;

/** The end of the day of a moment, in UTC. */
export function endOfDay(moment: Date): Date {
  return new Date((Math.floor(moment.getTime() / dayMs) + 1) * dayMs);
}
