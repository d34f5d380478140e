import { parseRfc3339 } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { type Mode, modes, type Tier, tiers } from '@governance/rubric';
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

function checkOneOf<Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  const known = values.find((value) => value === text);
  if (text !== undefined && known === undefined) {
    throw new RuleViolation(`${name} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`);
  }
  return known;
}

function checkBoolean(name: string, text: string | undefined): boolean | undefined {
  const known = checkOneOf(name, text, ['true', 'false']);
  return known === undefined ? undefined : known === 'true';
}

function checkTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseRfc3339(text);
  if (time === undefined) throw new RuleViolation(`${name} must be an RFC 3339 timestamp`);
  return time;
}
