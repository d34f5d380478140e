import { type AuditContext, type ListPage, type OrgViewer } from '@governance/iam';
import {
  type Campaign,
  type CampaignClient,
  type CampaignDraft,
  type CampaignWithProgress,
} from './campaign';

/** The facts of a write, of which the audit row is part. */
export interface CampaignWrite {
  readonly now: Date;
  readonly audit: AuditContext;
}

/**
 * `created`: with the clients whose contacts have opted out, who get no mail. `taken`: another campaign has the name. `full`: the
 * organization has as many campaigns as it may have. `first`: its first campaign would have too many mails. `nobody`: no client is left.
 */
export type CampaignCreation =
  | { readonly outcome: 'created'; readonly optedOut: ReadonlySet<string> }
  | { readonly outcome: 'taken' | 'full' | 'first' | 'nobody' };

export interface CampaignsAsked {
  /** Decides what is overdue. */
  readonly now: Date;
  readonly clientId?: string | undefined;
}

/** `hidden`: the campaign has clients that the viewer does not see. */
export type CampaignEnd = 'done' | 'unknown' | 'hidden';

/**
 * The campaigns of one organization, with the clients that a viewer sees: progress counts these alone. Every write stores its audit
 * row in the same transaction. The caller has checked that ids are UUIDs. Every method rejects with `StoreUnavailable`.
 */
export abstract class OrgCampaigns {
  /** Stores the campaign with its drafts and queues a mail for each, in one transaction. */
  abstract create(
    campaign: Campaign,
    drafts: readonly CampaignDraft[],
    write: CampaignWrite,
  ): Promise<CampaignCreation>;

  /** Newest first, then by descending id. `clientId`: those that ask this client, none for a client that the viewer does not see. */
  abstract list(page: ListPage, asked: CampaignsAsked): Promise<readonly CampaignWithProgress[]>;

  abstract find(id: string, now: Date): Promise<CampaignWithProgress | undefined>;

  /** The clients of a campaign, by descending id. Opens the names of the page alone. */
  abstract clients(campaign: Campaign, page: ListPage): Promise<readonly CampaignClient[]>;

  /** Ends the links of a campaign and cancels its mails. Can be repeated. */
  abstract close(id: string, write: CampaignWrite): Promise<CampaignEnd>;

  /** Deletes the campaign with its drafts, answers and mails. */
  abstract delete(id: string, write: CampaignWrite): Promise<CampaignEnd>;
}

/** The campaigns of organizations. */
export abstract class CampaignStore {
  abstract forViewer(viewer: OrgViewer): OrgCampaigns;
}
