import { RuleViolation } from '@governance/kernel';
import { type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { checkBoolean, checkOneOf, checkTime } from '../conditions';
import { canonicalOrganizationName } from '../organization-name';
import { renewBy } from '../renewal';
import { type AttachedResult } from './attached-result';
import { latestResults } from './earlier-results';

/** The requested values, as texts. */
export interface ResultFilterRequest {
  readonly client: string | undefined;
  readonly mode: string | undefined;
  readonly tier: string | undefined;
  readonly launchAllowed: string | undefined;
  readonly renewBefore: string | undefined;
  readonly latest: string | undefined;
}

/** What the listed results have in common; undefined for any value. */
export interface ResultFilter {
  /** Part of the name or of the domain, in lower case. */
  readonly client: string | undefined;
  readonly mode: Mode | undefined;
  readonly tier: Tier | undefined;
  readonly launchAllowed: boolean | undefined;
  /** Later than the date of renewal. */
  readonly renewBefore: Date | undefined;
  /** Whether no later result of the same client and mode is in the list. */
  readonly latest: boolean | undefined;
}

/** As long as a domain may be; names are shorter. */
const longestClient = 253;

/** The filter of a request. Throws `RuleViolation`. */
export function checkResultFilter(request: ResultFilterRequest): ResultFilter {
  return {
    client: checkClient(request.client),
    mode: checkOneOf('mode', request.mode, modes),
    tier: checkOneOf('tier', request.tier, tiers),
    launchAllowed: checkBoolean('launch_allowed', request.launchAllowed),
    renewBefore: checkTime('renew_before', request.renewBefore),
    latest: checkBoolean('latest', request.latest),
  };
}

/** Those of the list that match, in its order. `results` are all of the organization, newest first. */
export function matchingResults(
  results: readonly AttachedResult[],
  filter: ResultFilter,
): readonly AttachedResult[] {
  const matching = results.filter((result) => matches(result, filter));
  if (filter.latest === undefined) return matching;
  const latest = latestResults(results);
  return matching.filter(({ id }) => latest.has(id) === filter.latest);
}

function matches(result: AttachedResult, filter: ResultFilter): boolean {
  const { client, mode, tier, launchAllowed, renewBefore } = filter;
  return (
    (client === undefined || isClient(result, client)) &&
    (mode === undefined || result.mode === mode) &&
    (tier === undefined || result.tier === tier) &&
    (launchAllowed === undefined || result.launchAllowed === launchAllowed) &&
    (renewBefore === undefined || renewBy(result.createdAt) < renewBefore)
  );
}

function isClient({ clientName, domain }: AttachedResult, part: string): boolean {
  return [clientName, domain?.name].some((name) => name?.toLowerCase().includes(part) === true);
}

function checkClient(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text.length > longestClient || /\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw new RuleViolation(
      `client must have at most ${longestClient} characters, none of them a control character`,
    );
  }
  return canonicalOrganizationName(text).toLowerCase();
}
