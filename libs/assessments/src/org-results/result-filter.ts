import { type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { checkWords } from '../clients/client-words';
import { checkBoolean, checkClientId, checkOneOf, checkTime } from '../conditions';

/** The requested values, as texts. */
export interface ResultFilterRequest {
  readonly client: string | undefined;
  readonly clientId: string | undefined;
  readonly mode: string | undefined;
  readonly tier: string | undefined;
  readonly launchAllowed: string | undefined;
  readonly renewBefore: string | undefined;
  readonly latest: string | undefined;
}

/** What the listed results have in common; undefined for any value. */
export interface ResultFilter {
  /** Words that find the client, all of them. */
  readonly clientWords: ReadonlySet<string> | undefined;
  readonly clientId: string | undefined;
  readonly mode: Mode | undefined;
  readonly tier: Tier | undefined;
  readonly launchAllowed: boolean | undefined;
  /** Later than the date of renewal. */
  readonly renewBefore: Date | undefined;
  readonly isLatest: boolean | undefined;
}

/** The filter of a request. Throws `RuleViolation`. */
export function checkResultFilter(request: ResultFilterRequest): ResultFilter {
  return {
    clientWords: request.client === undefined ? undefined : checkWords('client', request.client),
    clientId: checkClientId(request.clientId),
    mode: checkOneOf('mode', request.mode, modes),
    tier: checkOneOf('tier', request.tier, tiers),
    launchAllowed: checkBoolean('launch_allowed', request.launchAllowed),
    renewBefore: checkTime('renew_before', request.renewBefore),
    isLatest: checkBoolean('latest', request.latest),
  };
}
