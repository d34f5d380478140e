import {
  changedClient,
  checkClientChange,
  checkClientFilter,
  type ClientFilterRequest,
  emptyClient,
  type OrgClient,
  type OrgClientRequest,
  OrgClientStore,
} from '@governance/assessments';
import { type OrgCaller } from '@governance/auth-guards';
import { largestPage, ListPages, type Page, type PageInput } from '@governance/http';
import { type AuditContext, type OrgViewer, viewerOf } from '@governance/iam';
import { asUuid, Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ClientOwners } from './client-owners';
import { assignmentRefused, referenceTaken, tooManyClients, unknownClient } from './client-problems';

/** The clients of the caller's organization that the caller sees (ADR 70, 73). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly store: OrgClientStore,
    private readonly owners: ClientOwners,
    private readonly pages: ListPages,
    private readonly clock: Clock,
  ) {}

  /** Newest first, always in pages. */
  async list(
    caller: OrgCaller,
    { page, filter: request }: { readonly page: PageInput; readonly filter: ClientFilterRequest },
  ): Promise<Page<OrgClient>> {
    const filter = checkClientFilter(request);
    const clients = this.store.forViewer(viewerOf(caller));
    return this.pages.read(page, {
      orgId: caller.orgId,
      name: 'clients',
      read: (asked) => clients.list(asked, filter),
    });
  }

  /** All that match, newest first. Read in pages, so that other requests are served meanwhile. */
  async export(caller: OrgCaller, request: ClientFilterRequest): Promise<readonly OrgClient[]> {
    const filter = checkClientFilter(request);
    const clients = this.store.forViewer(viewerOf(caller));
    const all: OrgClient[] = [];
    for (let isMore = true; isMore;) {
      const page = await clients.list({ limit: largestPage, after: all.at(-1) }, filter);
      all.push(...page);
      isMore = page.length === largestPage;
    }
    return all;
  }

  async get(caller: OrgCaller, id: string): Promise<OrgClient> {
    const client = await this.store.forViewer(viewerOf(caller)).find(checkedId(id));
    if (client === undefined) throw unknownClient();
    return client;
  }

  async create(caller: OrgCaller, request: OrgClientRequest, audit: AuditContext): Promise<OrgClient> {
    const details = changedClient(emptyClient, checkClientChange({ ...request, name: request.name ?? '' }));
    const viewer = assigningViewer(caller, request);
    await this.owners.check(caller.orgId, details);
    const now = this.clock.now();
    const client = { ...details, declaredName: undefined, id: randomUUID(), createdAt: now, updatedAt: now };
    const created = await this.store.forViewer(viewer).create(client, { now, audit });
    if (created === 'full') throw tooManyClients(this.store.quota);
    if (created === 'taken') throw referenceTaken();
    return created;
  }

  async change(
    caller: OrgCaller,
    id: string,
    { request, write: audit }: { readonly request: OrgClientRequest; readonly write: AuditContext },
  ): Promise<OrgClient> {
    const change = checkClientChange(request);
    const viewer = assigningViewer(caller, request);
    // Before the owner: an id of another organization gets the same response with any body.
    const { id: target } = await this.get(caller, id);
    await this.owners.check(caller.orgId, change);
    const write = { now: this.clock.now(), audit };
    const changed = await this.store.forViewer(viewer).change(target, change, write);
    if (changed === 'unknown') throw unknownClient();
    if (changed === 'taken') throw referenceTaken();
    return changed;
  }

  async delete(caller: OrgCaller, id: string, audit: AuditContext): Promise<void> {
    const write = { now: this.clock.now(), audit };
    if (!(await this.store.forViewer(viewerOf(caller)).delete(checkedId(id), write))) throw unknownClient();
  }
}

/** Who else sees a client is for a caller who sees all of them: another one could lock out colleagues. */
function assigningViewer(caller: OrgCaller, { memberIds }: OrgClientRequest): OrgViewer {
  const viewer = viewerOf(caller);
  if (memberIds !== undefined && viewer.sees !== 'all') throw assignmentRefused();
  return viewer;
}

/** The id of a path in stored form. A malformed id matches nothing. */
function checkedId(text: string): string {
  const id = asUuid(text);
  if (id === undefined) throw unknownClient();
  return id;
}
