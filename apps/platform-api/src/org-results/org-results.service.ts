import {
  type AttachedResult,
  checkResultFilter,
  earlierResults,
  latestResults,
  matchingResults,
  type OrgResults,
  OrgResultStore,
  type ResultFilterRequest,
} from '@governance/assessments';
import { type OrgCaller } from '@governance/auth-guards';
import { RateLimits } from '@governance/deliveries';
import { ListPages, type Page, type PageInput } from '@governance/http';
import { type AuditContext, type ListPage } from '@governance/iam';
import { asUuid, Clock } from '@governance/kernel';
import { capabilityIn, Keyring, ResultCapability } from '@governance/keyring';
import { frameworkGaps, publishedRubrics } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { type OrgResult } from './org-result';
import {
  tooManyResults,
  unknownCapability,
  unknownResult,
  withdrawnResult,
  tooManyAttached,
} from './org-result-problems';

/** Enough for attaching the results of years by a script; too few to load the database with guesses. */
export const attachmentsPerWindow = 600;
const windowMs = 15 * 60 * 1_000;

/** The results of the caller's organization (ADR 57). Refusals are a `Problem` or a `RuleViolation`. */
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
  async attach({ orgId }: OrgCaller, entered: string, write: AuditContext): Promise<OrgResult> {
    const now = this.clock.now();
    const hit = { key: `org-results:attach ${orgId}`, limit: attachmentsPerWindow, windowMs, now };
    await this.limits.hitOrRefuse(hit, tooManyAttached);
    const id = this.capability.idOf(capabilityIn(entered) ?? '');
    if (id === undefined) throw unknownCapability();
    const results = this.store.forOrg(orgId);
    switch (await results.attach(id, { now, audit: write })) {
      case 'attached':
      case 'known':
        return this.attached(results, id);
      case 'unknown':
        throw unknownCapability();
      case 'withdrawn':
        throw withdrawnResult();
      case 'full':
        throw tooManyResults(this.store.quota);
    }
  }

  async detach({ orgId }: OrgCaller, text: string, write: AuditContext): Promise<void> {
    const id = asUuid(text);
    const change = { now: this.clock.now(), audit: write };
    const isDetached = id !== undefined && (await this.store.forOrg(orgId).detach(id, change));
    if (!isDetached) throw unknownResult();
  }

  /** Newest first, always in pages. */
  async list(
    { orgId }: OrgCaller,
    { page, filter: request }: { readonly page: PageInput | undefined; readonly filter: ResultFilterRequest },
  ): Promise<Page<OrgResult>> {
    const filter = checkResultFilter(request);
    const results = this.store.forOrg(orgId);
    const all = await results.all();
    const matching = matchingResults(all, filter);
    const { entries, nextCursor } = await this.pages.read(page ?? { limit: undefined, cursor: undefined }, {
      orgId,
      name: 'org-results',
      read: (asked) => Promise.resolve(pageOf(matching, asked)),
    });
    return { entries: await described(results, entries, all), nextCursor };
  }

  /** All that match, newest first. */
  async export({ orgId }: OrgCaller, request: ResultFilterRequest): Promise<readonly OrgResult[]> {
    const filter = checkResultFilter(request);
    const results = this.store.forOrg(orgId);
    const all = await results.all();
    return described(results, matchingResults(all, filter), all);
  }

  async get({ orgId }: OrgCaller, text: string): Promise<OrgResult> {
    const id = asUuid(text);
    const found = id === undefined ? undefined : await find(this.store.forOrg(orgId), id);
    if (found === undefined) throw unknownResult();
    return found;
  }

  private async attached(results: OrgResults, id: string): Promise<OrgResult> {
    const found = await find(results, id);
    // Erased or detached concurrently.
    if (found === undefined) throw unknownCapability();
    return found;
  }
}

async function find(results: OrgResults, id: string): Promise<OrgResult | undefined> {
  const all = await results.all();
  const wanted = all.filter((result) => result.id === id);
  const [found] = await described(results, wanted, all);
  return found;
}

function pageOf(results: readonly AttachedResult[], { limit, after }: ListPage): readonly AttachedResult[] {
  if (after === undefined) return results.slice(0, limit);
  const afterMs = after.createdAt.getTime();
  const start = results.findIndex(({ createdAt, id }) => {
    const ms = createdAt.getTime();
    return ms < afterMs || (ms === afterMs && id < after.id);
  });
  return start === -1 ? [] : results.slice(start, start + limit);
}

/** Trends are those among all results of the organization, not only those that are shown. */
async function described(
  results: OrgResults,
  shown: readonly AttachedResult[],
  all: readonly AttachedResult[],
): Promise<readonly OrgResult[]> {
  if (shown.length === 0) return [];
  const earlier = earlierResults(all);
  const latest = latestResults(all);
  const details = await results.detailsOf(shown.map(({ id }) => id));
  return shown.flatMap((result) => {
    const { id, mode } = result;
    const detail = details.get(id);
    // Detached concurrently.
    if (detail === undefined) return [];
    const { answers, launchReason } = detail;
    const rubric = publishedRubrics.find(result.rubric.version);
    const gaps = rubric === undefined ? [] : frameworkGaps(rubric, answers, mode);
    return [{ ...result, launchReason, earlier: earlier.get(id), isLatest: latest.has(id), gaps }];
  });
}
