import { type PlatformTypes } from '@governance/client';
import { type ConsoleSession, type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { namesOf } from '../audit/audit-names';
import { ConsoleApi } from '../console-api';
import { ConsolePermissions } from '../console-permissions';
import { type ShownForm } from '../form-fields';
import { campaignFields, campaignOf, campaignValues, namedIn } from './campaign-form';
import {
  askedClientView,
  type AskedClientView,
  campaignView,
  type CampaignView,
  leftOutView,
} from './campaign-view';
import { namedClients } from './named-clients';

type Created = PlatformTypes['schemas']['CreatedCampaign'];

const writes: Permission = 'org:clients:write';
/** Of the clients that get no mail. */
const mostNamed = 20;

export interface CampaignDetails {
  readonly campaign: CampaignView;
  /** A page of them. */
  readonly clients: readonly AskedClientView[];
  readonly next: string | undefined;
  readonly mayWrite: boolean;
}

export interface CampaignOutcome {
  readonly campaign: CampaignView;
  readonly leftOut: ReturnType<typeof leftOutView>;
  /** Some of those that are left out. */
  readonly named: readonly { readonly id: string; readonly name: string }[];
  /** How many more there are. */
  readonly others: number;
}

/** The campaigns of the organization, as the API gives them to this person. */
@Injectable()
export class ConsoleCampaigns {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly clock: Clock,
  ) {}

  /** With a page of its clients. */
  async details(
    session: ConsoleSession,
    { id, cursor }: { readonly id: string; readonly cursor: string | undefined },
  ): Promise<CampaignDetails> {
    const client = this.api.clientOf(session);
    const path = { campaignId: id };
    const query = { limit: 50, ...(cursor !== undefined && { cursor }) };
    const [permissions, campaign, asked] = await Promise.all([
      this.permissions.of(session),
      client.get('/org/campaigns/{campaignId}', { path }),
      client.get('/org/campaigns/{campaignId}/clients', { path, query }),
    ]);
    return {
      campaign: campaignView(campaign, this.clock.now()),
      clients: asked.clients.map(askedClientView),
      next: asked.next_cursor,
      mayWrite: permissions.has(writes),
    };
  }

  /** For a page that closes or deletes it. @throws Problem if the person may not. */
  async toChange(session: ConsoleSession, id: string): Promise<CampaignView> {
    await this.permissions.require(session, writes);
    const path = { campaignId: id };
    const campaign = await this.api.clientOf(session).get('/org/campaigns/{campaignId}', { path });
    return campaignView(campaign, this.clock.now());
  }

  /** @throws Problem if the person may not create one. */
  async newForm(session: ConsoleSession): Promise<ShownForm> {
    await this.permissions.require(session, writes);
    return { fields: campaignFields, values: campaignValues(this.clock.now()) };
  }

  async create(session: ConsoleSession, form: URLSearchParams): Promise<Created> {
    const client = this.api.clientOf(session);
    const text = namedIn(form);
    const ids = text === undefined ? undefined : await namedClients(client, text);
    const body = campaignOf(form, { ids, subject: session.person.subject });
    return client.post('/org/campaigns', { body });
  }

  /** What a person is told of a campaign right after it was created. */
  async outcome(
    session: ConsoleSession,
    { left_out: leftOut, ...campaign }: Created,
  ): Promise<CampaignOutcome> {
    const some = leftOut.slice(0, mostNamed);
    const things = some.map(({ client_id: id }) => ({ kind: 'client' as const, id }));
    const names = await namesOf(this.api.clientOf(session), things);
    const named = some.flatMap(({ client_id: id }) => {
      const known = names.get(id);
      return known ? [{ id, name: known.name }] : [];
    });
    return {
      campaign: campaignView(campaign, this.clock.now()),
      leftOut: leftOutView(leftOut),
      named,
      others: leftOut.length - named.length,
    };
  }

  async close(session: ConsoleSession, id: string): Promise<void> {
    await this.api.clientOf(session).post('/org/campaigns/{campaignId}/close', { path: { campaignId: id } });
  }

  async delete(session: ConsoleSession, id: string): Promise<void> {
    await this.api.clientOf(session).delete('/org/campaigns/{campaignId}', { path: { campaignId: id } });
  }
}
