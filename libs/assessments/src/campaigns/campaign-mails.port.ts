import { type cancelledByEnd, type CampaignSender } from './campaign';

/** What a mail of a campaign says, and to whom. */
export interface CampaignMail {
  readonly sender: CampaignSender;
  readonly clientName: string | undefined;
  readonly contactName: string | undefined;
  readonly message: string;
  readonly dueAt: Date;
  /** The secret part of the link. */
  readonly capability: string;
}

/** Why a mail of a campaign is not sent. */
export type NoCampaignMail = typeof cancelledByEnd | 'AlreadySubmitted' | 'OptedOut' | 'Erased';

/** What a client has done with its questionnaire, as the public surface reports it. */
export interface CampaignReport {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  readonly clientId: string;
  readonly kind: 'submitted' | 'opted-out';
  /** Of a submission. */
  readonly resultId: string | undefined;
}

/** The campaigns of all organizations, for the worker that sends their mails. Every method rejects with `StoreUnavailable`. */
export abstract class CampaignMails {
  /** What the mail of a draft says at `now`. */
  abstract find(draftId: string, now: Date): Promise<CampaignMail | NoCampaignMail>;

  /**
   * Queues the reminders that are due, each once: to those who have got the first mail, and have neither answered nor opted out. One
   * reminder stands for all that were missed. Returns their number.
   */
  abstract queueReminders(now: Date): Promise<number>;

  /** What the public surface has reported of a draft, oldest first. */
  abstract reportsOf(draftId: string): Promise<readonly CampaignReport[]>;

  /** Deletes a report. An opt-out is stored for later campaigns of the organization. Can be repeated. */
  abstract settle(report: CampaignReport, now: Date): Promise<void>;

  /** Deletes what drafts that ended before the date store of contacts and answers. Returns their number. */
  abstract forgetEnded(before: Date): Promise<number>;
}
