import {
  type CampaignDraft,
  checkClientFilter,
  checkClientIds,
  type OrgClient,
  type OrgClients,
  OrgClientStore,
} from '@governance/assessments';
import { largestPage } from '@governance/http';
import { type OrgViewer } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type RequestedClients } from './create-campaign.dto';

/** `unknown`: the organization has no such client, or the caller does not see it. */
export const leftOutReasons = ['unknown', 'archived', 'no_contact', 'opted_out'] as const;

/** A client of a request that gets no mail. */
export interface LeftOut {
  readonly clientId: string;
  readonly reason: (typeof leftOutReasons)[number];
}

export interface Recipients {
  readonly drafts: readonly CampaignDraft[];
  readonly leftOut: readonly LeftOut[];
}

/** Whom a campaign asks. */
@Injectable()
export class CampaignRecipients {
  constructor(private readonly store: OrgClientStore) {}

  /** Throws `RuleViolation`. */
  async of(viewer: OrgViewer, requested: RequestedClients): Promise<Recipients> {
    const clients = this.store.forViewer(viewer);
    const drafts: CampaignDraft[] = [];
    const leftOut: LeftOut[] = [];
    for await (const { id, client } of 'ids' in requested
      ? named(clients, requested.ids)
      : found(clients, requested.filter)) {
      const draft = draftOf(client);
      if (typeof draft === 'string') leftOut.push({ clientId: id, reason: draft });
      else drafts.push(draft);
    }
    return { drafts, leftOut };
  }
}

interface Chosen {
  readonly id: string;
  readonly client: OrgClient | undefined;
}

async function* named(clients: OrgClients, texts: readonly string[]): AsyncGenerator<Chosen, void> {
  const ids = checkClientIds(texts);
  const known = await clients.among(ids);
  for (const id of ids) yield { id, client: known.get(id) };
}

/** Read in pages, so that other requests are served meanwhile. */
async function* found(
  clients: OrgClients,
  { search, tag, owner }: Extract<RequestedClients, { readonly filter: object }>['filter'],
): AsyncGenerator<Chosen, void> {
  const filter = checkClientFilter({ search, tag, owner, archived: 'false' });
  for (let after: OrgClient | undefined, isMore = true; isMore;) {
    const page = await clients.list({ limit: largestPage, after }, filter);
    for (const client of page) yield { id: client.id, client };
    after = page.at(-1);
    isMore = page.length === largestPage;
  }
}

function draftOf(client: OrgClient | undefined): CampaignDraft | LeftOut['reason'] {
  if (client === undefined) return 'unknown';
  if (client.isArchived) return 'archived';
  // Not the name that a result declares: it ends with the data of that result.
  const { id: clientId, name: clientName, contactName, contactEmail: recipient } = client;
  if (recipient === undefined) return 'no_contact';
  return { id: randomUUID(), clientId, clientName, contactName, recipient };
}
