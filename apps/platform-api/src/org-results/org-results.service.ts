import {
  type AttachedResult,
  type Attachment,
  checkResultFilter,
  OrgResultStore,
  type ResultFilterRequest,
} from '@governance/assessments';
import { type OrgCaller } from '@governance/auth-guards';
import { RateLimits } from '@governance/deliveries';
import { largestPage, ListPages, type Page, type PageInput } from '@governance/http';
import { type AuditContext, viewerOf } from '@governance/iam';
import { asUuid, Clock } from '@governance/kernel';
import { capabilityIn, Keyring, ResultCapability } from '@governance/keyring';
import { frameworkGaps, publishedRubrics } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { tooManyClients, unknownClient } from '../clients/client-problems';
import { type OrgResult } from './org-result';
import {
  tooManyResults,
  unknownCapability,
  unknownResult,
  withdrawnResult,
  tooManyAttached,
} from './org-result-problems';

/** A request to attach a result, as callers send it. */
interface AttachInput {
  readonly capability: string;
  readonly clientId: string | undefined;
}

/** Enough for attaching the results of years by a script; too few to load the database with guesses. */
export const attachmentsPerWindow = 600;
const windowMs = 15 * 60 * 1_000;

/** The results of the caller's organization (ADR 71). Refusals are a `Problem` or a `RuleViolation`. */
@Injectable()
export class OrgResultsService {
  private readonly capability: ResultCapability;

  constructor(
    private readonly store: OrgResultStore,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly pages: ListPages,
    keyring: Keyring,
  ) {
    this.capability = new ResultCapability(keyring);
  }

  /** A caller with the capability of a result can attach it. Can be repeated. */
  async attach(caller: OrgCaller, input: AttachInput, audit: AuditContext): Promise<OrgResult> {
    const now = this.clock.now();
    const hit = { key: `org-results:attach ${caller.orgId}`, limit: attachmentsPerWindow, windowMs, now };
    await this.limits.hitOrRefuse(hit, tooManyAttached);
    const id = this.capability.idOf(capabilityIn(input.capability) ?? '');
    if (id === undefined) throw unknownCapability();
    const clientId = checkedClient(input.clientId);
    const results = this.store.forViewer(viewerOf(caller));
    this.refuse(await results.attach(id, { now, audit, clientId }));
    const found = await results.find(id);
    // Erased or detached concurrently.
    if (found === undefined) throw unknownCapability();
    return described(found);
  }

  async detach(caller: OrgCaller, text: string, write: AuditContext): Promise<void> {
    const id = asUuid(text);
    const change = { now: this.clock.now(), audit: write };
    const isDetached = id !== undefined && (await this.store.forViewer(viewerOf(caller)).detach(id, change));
    if (!isDetached) throw unknownResult();
  }

  /** Newest first, always in pages. */
  async list(
    caller: OrgCaller,
    { page, filter: request }: { readonly page: PageInput | undefined; readonly filter: ResultFilterRequest },
  ): Promise<Page<OrgResult>> {
    const filter = checkResultFilter(request);
    const results = this.store.forViewer(viewerOf(caller));
    const { entries, nextCursor } = await this.pages.read(page ?? { limit: undefined, cursor: undefined }, {
      orgId: caller.orgId,
      name: 'org-results',
      read: (asked) => results.list(asked, filter),
    });
    return { entries: entries.map(described), nextCursor };
  }

  /** All that match, newest first. Read in pages, so that other requests are served meanwhile. */
  async export(caller: OrgCaller, request: ResultFilterRequest): Promise<readonly OrgResult[]> {
    const filter = checkResultFilter(request);
    const results = this.store.forViewer(viewerOf(caller));
    const all: OrgResult[] = [];
    for (let isMore = true; isMore;) {
      const page = await results.list({ limit: largestPage, after: all.at(-1) }, filter);
      all.push(...page.map(described));
      isMore = page.length === largestPage;
    }
    return all;
  }

  async get(caller: OrgCaller, text: string): Promise<OrgResult> {
    const id = asUuid(text);
    const found = id === undefined ? undefined : await this.store.forViewer(viewerOf(caller)).find(id);
    if (found === undefined) throw unknownResult();
    return described(found);
  }

  /** @throws for every outcome after which the result is not attached. */
  private refuse(outcome: Attachment): void {
    switch (outcome) {
      case 'attached':
      case 'moved':
      case 'known':
        return;
      case 'unknown':
        throw unknownCapability();
      case 'unknown-client':
        throw unknownClient();
      case 'withdrawn':
        throw withdrawnResult();
      case 'full':
        throw tooManyResults(this.store.quotas.results);
      case 'clients-full':
        throw tooManyClients(this.store.quotas.clients);
    }
  }
}

/** The id of a client in stored form. A malformed one is of no client. */
function checkedClient(text: string | undefined): string | undefined {
  const id = text === undefined ? undefined : asUuid(text);
  if (text !== undefined && id === undefined) throw unknownClient();
  return id;
}

/** A rubric of a later release is not known: no gaps. */
function described({ answers, ...result }: AttachedResult): OrgResult {
  const rubric = publishedRubrics.find(result.rubric.version);
  return { ...result, gaps: rubric === undefined ? [] : frameworkGaps(rubric, answers, result.mode) };
}
