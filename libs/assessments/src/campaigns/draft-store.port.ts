import { type Mode } from '@governance/rubric';
import { type ResultExtras } from '../result-store.port';
import { type SurveyResult } from '../survey-result';
import { type DraftFields } from './draft-fields';

/** What a campaign shows to the person who has its link. */
export interface CampaignShown {
  readonly senderName: string;
  /** The domain that the sender has proven. */
  readonly domain: string;
  readonly clientName?: string | undefined;
  readonly contactName?: string | undefined;
  /** Plain text, without addresses and links. */
  readonly message: string;
}

/** The one assessment that the link of a campaign is for. */
export interface LinkedDraft extends CampaignShown {
  readonly id: string;
  readonly mode: Mode;
  readonly dueAt: Date;
  /** The end of the due day, or when the campaign was closed before. */
  readonly closesAt: Date;
  /** Counts the writes of answers; 0 when nothing is saved. */
  readonly version: number;
  readonly savedAt: Date | undefined;
  /** What is saved: nothing before the first save, and after the submission. Show it only to a browser that may see it. */
  readonly fields: DraftFields;
  /** Whether the draft still has the address that the link was sent to. */
  readonly hasRecipient: boolean;
  /** Until when the newest code can be typed; undefined without one. */
  readonly codeExpiresAt: Date | undefined;
  readonly submittedAt: Date | undefined;
  readonly resultId: string | undefined;
  readonly optedOutAt: Date | undefined;
}

/** A write by someone who has seen the draft in one version. */
export interface DraftWrite {
  readonly seen: number;
  readonly now: Date;
}

/** `written`: with the new version. `stale`: another browser has written since. `ended`: it takes no answers now. */
export interface DraftWriting {
  readonly outcome: 'written' | 'stale' | 'ended';
  /** As it is after the call. */
  readonly draft: LinkedDraft;
}

/** The mail with a code, and what is stored of the code. */
export interface DraftCode {
  readonly code: string;
  readonly deliveryId: string;
  /** The bucket of the client that asks, for the email budgets. */
  readonly clientAddress: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * The drafts of campaigns, for the public surface. Each call reaches the draft of its capability alone, and none if the text is no
 * capability. Rejects with `StoreUnavailable`.
 */
export abstract class CampaignDrafts {
  /** Undefined for a capability that no draft has. */
  abstract find(capability: string): Promise<LinkedDraft | undefined>;

  /** Notes that a person has begun; later calls change nothing. */
  abstract open(capability: string, now: Date): Promise<void>;

  /** Saves the answers if the draft is open and still has the version that the writer has seen. */
  abstract save(
    capability: string,
    fields: DraftFields,
    write: DraftWrite,
  ): Promise<DraftWriting | undefined>;

  /**
   * Ends the draft with a result, under the conditions of `save`. One transaction stores the result with its deliveries, deletes the
   * answers of the draft and tells the platform which result it is.
   */
  abstract submit(
    capability: string,
    answered: { readonly result: SurveyResult; readonly extras: ResultExtras },
    write: DraftWrite,
  ): Promise<DraftWriting | undefined>;

  /** Queues the mail with a code for the contact, which replaces an earlier code. False without an address. */
  abstract sendCode(capability: string, code: DraftCode): Promise<boolean>;

  /** Whether this is the code. It counts as an attempt, and the right code works once. */
  abstract checkCode(capability: string, code: string, now: Date): Promise<boolean>;

  /** Ends the mails of the sender to the contact, as soon as the platform has read it. Can be repeated. */
  abstract optOut(capability: string, now: Date): Promise<void>;
}
