import { asSentence, modeInWords, reasonParts, verdictInWords } from '@governance/assessments';
import { type PlatformTypes } from '@governance/client';
import { dayInWords, soonMs } from '../moments';

type Schemas = PlatformTypes['schemas'];
export type OrgResult = Schemas['OrgResult'];

/** The change since the result before, in words and with a sign, so that it needs no colour. */
export interface Trend {
  /** Empty if there is nothing to compare. */
  readonly sign: string;
  readonly words: string;
}

export interface Renewal {
  readonly words: string;
  /** Further words below. */
  readonly more: string | undefined;
  /** Within 30 days, or before now. */
  readonly isDue: boolean;
}

/** A line of the list. */
export function resultRow(result: OrgResult, now: Date) {
  const { client_name: name, domain, launch_allowed: launchAllowed, launch_reason: launchReason } = result;
  return {
    id: result.id,
    clientId: result.client_id,
    // The declared name, else the proven domain.
    client: clientOf(result),
    // The proven domain, beside a declared name.
    domain: name === null ? undefined : (domain ?? undefined),
    mode: modeInWords[result.mode],
    submitted: day(result.created_at),
    score: result.overall_score,
    tier: result.tier,
    launch: verdictInWords({ launchAllowed, launchReason }),
    mayLaunch: launchAllowed,
    trend: trendOf(result),
    renewal: renewalOf(result, now),
    frameworks: result.frameworks,
  };
}

/** The result of a client that counts, in short. */
export function latestInWords(result: Schemas['LatestResult'], now: Date) {
  return {
    id: result.id,
    submitted: day(result.created_at),
    score: result.overall_score,
    tier: result.tier,
    launch: verdictInWords({ launchAllowed: result.launch_allowed, launchReason: '' }),
    renewal: renewalOf({ renew_by: result.renew_by, latest: true, withdrawn_at: null }, now),
  };
}

export type ResultDetails = ReturnType<typeof resultDetails>;

export function resultDetails(result: OrgResult, now: Date) {
  const { earlier, withdrawn_at: withdrawn } = result;
  return {
    ...resultRow(result, now),
    attached: day(result.attached_at),
    reasons: reasonParts(result.launch_reason).map(asSentence),
    rubricVersion: result.rubric_version,
    earlier: earlier
      ? {
          id: earlier.id,
          words: `${earlier.overall_score}/100, ${earlier.tier}, on ${day(earlier.created_at)}`,
        }
      : undefined,
    // Since when the certificate no longer counts.
    withdrawn: withdrawn === null ? undefined : day(withdrawn),
  };
}

/** A name ends with the retention period, and need not be declared. */
export function clientOf({ client_name: name, domain }: Pick<OrgResult, 'client_name' | 'domain'>): string {
  return name ?? domain ?? 'Client without a name';
}

export function trendOf({ earlier, withdrawn_at: withdrawn }: OrgResult): Trend {
  if (withdrawn !== null) return { sign: '', words: 'Not compared' };
  if (earlier === null) return { sign: '', words: 'No earlier result' };
  const { score_change: change, created_at: before } = earlier;
  const since = `than on ${day(before)}`;
  if (change === 0) return { sign: '=', words: `The same as on ${day(before)}` };
  const points = `${Math.abs(change)} ${Math.abs(change) === 1 ? 'point' : 'points'}`;
  return change > 0
    ? { sign: '↑', words: `${points} higher ${since}` }
    : { sign: '↓', words: `${points} lower ${since}` };
}

/** Only the newest result of a client is renewed. */
export function renewalOf(
  { renew_by: at, latest, withdrawn_at: withdrawn }: Pick<OrgResult, 'renew_by' | 'latest' | 'withdrawn_at'>,
  now: Date,
): Renewal {
  const isDue = false;
  if (withdrawn !== null) return { words: 'Withdrawn', more: `On ${day(withdrawn)}`, isDue };
  if (!latest) return { words: 'Assessed again', more: 'A newer result is in this list', isDue };
  const left = new Date(at).getTime() - now.getTime();
  if (left <= 0) return { words: 'Overdue', more: `Since ${day(at)}`, isDue: true };
  return left <= soonMs
    ? { words: 'Due soon', more: `On ${day(at)}`, isDue: true }
    : { words: day(at), more: undefined, isDue };
}

function day(at: string): string {
  return dayInWords(new Date(at));
}
