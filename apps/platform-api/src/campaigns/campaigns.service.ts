import {
  type CampaignCreation,
  type CampaignEnd,
  type CampaignRequest,
  CampaignStore,
  type CampaignWithProgress,
  checkCampaign,
  checkClientId,
} from '@governance/assessments';
import { type OrgCaller } from '@governance/auth-guards';
import { ListPages, type Page, type PageInput } from '@governance/http';
import { type AuditContext, type OrgViewer, viewerOf } from '@governance/iam';
import { asUuid, Clock, type Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type CampaignClientsPage } from './campaign-client.dto';
import {
  campaignNameTaken,
  campaignOfOthers,
  firstCampaignTooLarge,
  nobodyToAsk,
  tooManyCampaigns,
  unknownCampaign,
} from './campaign-problems';
import { CampaignRecipients, type LeftOut } from './campaign-recipients';
import { CampaignSenders } from './campaign-senders';
import { type RequestedClients } from './create-campaign.dto';

export interface CreatedCampaign {
  readonly campaign: CampaignWithProgress;
  readonly leftOut: readonly LeftOut[];
}

/** The campaigns of the caller's organization (ADR 72). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly store: CampaignStore,
    private readonly senders: CampaignSenders,
    private readonly recipients: CampaignRecipients,
    private readonly pages: ListPages,
    private readonly clock: Clock,
  ) {}

  /** Creates the campaign and queues a mail to the contact of each client. */
  async create(
    caller: OrgCaller,
    { details, clients }: { readonly details: CampaignRequest; readonly clients: RequestedClients },
    audit: AuditContext,
  ): Promise<CreatedCampaign> {
    const now = this.clock.now();
    const checked = checkCampaign(details, now);
    const viewer = viewerOf(caller);
    const { drafts, leftOut } = await this.recipients.of(viewer, clients);
    const sender = await this.senders.of(viewer.orgId);
    const id = randomUUID();
    const createdBy = audit.actor.subject;
    const campaign = { ...checked, id, createdAt: now, createdBy, sender, closedAt: undefined };
    const creation = await this.store.forViewer(viewer).create(campaign, drafts, { now, audit });
    if (creation.outcome !== 'created') throw refusals[creation.outcome]();
    const optedOut = [...creation.optedOut].map((clientId): LeftOut => ({ clientId, reason: 'opted_out' }));
    return { campaign: await this.find(viewer, id, now), leftOut: [...leftOut, ...optedOut] };
  }

  /** Newest first, always in pages. `clientId`: those that ask this client. */
  async list(
    caller: OrgCaller,
    { page, clientId: text }: { readonly page: PageInput; readonly clientId: string | undefined },
  ): Promise<Page<CampaignWithProgress>> {
    const clientId = checkClientId(text);
    const campaigns = this.store.forViewer(viewerOf(caller));
    const now = this.clock.now();
    return this.pages.read(page, {
      orgId: caller.orgId,
      name: 'campaigns',
      read: (asked) => campaigns.list(asked, { now, clientId }),
    });
  }

  async get(caller: OrgCaller, id: string): Promise<CampaignWithProgress> {
    return this.find(viewerOf(caller), checkedId(id), this.clock.now());
  }

  /** The clients of a campaign, always in pages. */
  async clients(caller: OrgCaller, id: string, page: PageInput): Promise<CampaignClientsPage> {
    const now = this.clock.now();
    const viewer = viewerOf(caller);
    const campaign = await this.find(viewer, checkedId(id), now);
    const campaigns = this.store.forViewer(viewer);
    const clients = await this.pages.read(page, {
      orgId: viewer.orgId,
      name: `clients of campaign ${campaign.id}`,
      read: (asked) => campaigns.clients(campaign, asked),
    });
    return { ...clients, dueAt: campaign.dueAt, now };
  }

  /** Ends the links and mails of a campaign. Can be repeated. */
  async close(caller: OrgCaller, id: string, audit: AuditContext): Promise<CampaignWithProgress> {
    const now = this.clock.now();
    const viewer = viewerOf(caller);
    const target = checkedId(id);
    refuse(await this.store.forViewer(viewer).close(target, { now, audit }));
    return this.find(viewer, target, now);
  }

  async delete(caller: OrgCaller, id: string, audit: AuditContext): Promise<void> {
    const write = { now: this.clock.now(), audit };
    refuse(await this.store.forViewer(viewerOf(caller)).delete(checkedId(id), write));
  }

  private async find(viewer: OrgViewer, id: string, now: Date): Promise<CampaignWithProgress> {
    const campaign = await this.store.forViewer(viewer).find(id, now);
    if (campaign === undefined) throw unknownCampaign();
    return campaign;
  }
}

function refuse(end: CampaignEnd): void {
  if (end === 'unknown') throw unknownCampaign();
  if (end === 'hidden') throw campaignOfOthers();
}

const refusals: Readonly<Record<Exclude<CampaignCreation['outcome'], 'created'>, () => Problem>> = {
  taken: campaignNameTaken,
  full: tooManyCampaigns,
  first: firstCampaignTooLarge,
  nobody: nobodyToAsk,
};

/** The id of a path in stored form. A malformed id matches nothing. */
function checkedId(text: string): string {
  const id = asUuid(text);
  if (id === undefined) throw unknownCampaign();
  return id;
}
