import { isMemberId } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { type Tier, tiers } from '@governance/rubric';
import { checkBoolean, checkOneOf, checkTime } from '../conditions';
import { canonicalTag, ownerRefused } from './client-rules';
import { checkWords } from './client-words';

/** The requested values, as texts. */
export interface ClientFilterRequest {
  readonly search: string | undefined;
  readonly tag: string | undefined;
  readonly owner: string | undefined;
  readonly archived: string | undefined;
  readonly tier?: string | undefined;
  readonly launchAllowed?: string | undefined;
  readonly renewBefore?: string | undefined;
  readonly assessed?: string | undefined;
}

/** What the listed clients have in common; undefined for any value. */
export interface ClientFilter {
  /** All of them, whole and in any order. */
  readonly words: ReadonlySet<string> | undefined;
  readonly tag: string | undefined;
  readonly ownerId: string | undefined;
  readonly isArchived: boolean | undefined;
  /** Of the latest result, as the next two. */
  readonly tier?: Tier | undefined;
  readonly launchAllowed?: boolean | undefined;
  /** Later than the date of renewal. */
  readonly renewBefore?: Date | undefined;
  /** Whether the client has a result that counts. */
  readonly isAssessed?: boolean | undefined;
}

/** The filter of a request. Throws `RuleViolation`. */
export function checkClientFilter(request: ClientFilterRequest): ClientFilter {
  const { search, tag, owner } = request;
  return {
    words: search === undefined ? undefined : checkWords('search', search),
    tag: tag === undefined ? undefined : checkTag(tag),
    ownerId: owner === undefined ? undefined : checkOwner(owner),
    isArchived: checkBoolean('archived', request.archived),
    tier: checkOneOf('tier', request.tier, tiers),
    launchAllowed: checkBoolean('launch_allowed', request.launchAllowed),
    renewBefore: checkTime('renew_before', request.renewBefore),
    isAssessed: checkBoolean('assessed', request.assessed),
  };
}

function checkTag(text: string): string {
  try {
    return canonicalTag(text);
  } catch (error) {
    if (error instanceof RuleViolation) throw new RuleViolation('tag must be a tag of a client');
    throw error;
  }
}

function checkOwner(text: string): string {
  if (!isMemberId(text)) throw new RuleViolation(ownerRefused.replace('owner_id', 'owner'));
  return text;
}
