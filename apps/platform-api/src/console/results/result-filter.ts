import { modeInWords } from '@governance/assessments';
import { type PlatformOperations } from '@governance/client';
import { tiers } from '@governance/rubric';
import { soonMs } from '../moments';

type Query = NonNullable<PlatformOperations['listResults']['parameters']['query']>;
export type ResultQuery = Omit<Query, 'api-version' | 'limit' | 'cursor'>;

/** What the form of the list holds, as the person sees it. */
export interface ResultFilter {
  /** A part of the name or domain, in any case. */
  readonly client: string;
  readonly mode: string;
  readonly tier: string;
  readonly launch: string;
  readonly show: string;
}

export const noFilter: ResultFilter = { client: '', mode: '', tier: '', launch: '', show: '' };

export const modeWords: Readonly<Record<string, string>> = modeInWords;
export const tierWords: Readonly<Record<string, string>> = Object.fromEntries(
  tiers.map((tier) => [tier, tier]),
);
export const launchWords = { true: 'Ready to launch', false: 'Not ready to launch' } as const;
export const showWords = { latest: 'Newest of each client', due: 'Due for renewal' } as const;

/** Other values than those of the form count as none. */
export function resultFilterOf(query: Readonly<Record<string, unknown>>): ResultFilter {
  const oneOf = (name: keyof ResultFilter, words: Readonly<Record<string, string>>): string => {
    const value = query[name];
    return typeof value === 'string' && Object.hasOwn(words, value) ? value : '';
  };
  return {
    client: typeof query.client === 'string' ? query.client.trim().slice(0, 253) : '',
    mode: oneOf('mode', modeWords),
    tier: oneOf('tier', tierWords),
    launch: oneOf('launch', launchWords),
    show: oneOf('show', showWords),
  };
}

/** The conditions for the API. */
export function resultQueryOf({ client, mode, tier, launch, show }: ResultFilter, now: Date): ResultQuery {
  return {
    ...(client !== '' && { client }),
    ...(mode !== '' && { mode: mode as NonNullable<Query['mode']> }),
    ...(tier !== '' && { tier: tier as NonNullable<Query['tier']> }),
    ...(launch !== '' && { launch_allowed: launch as NonNullable<Query['launch_allowed']> }),
    ...(show === 'latest' && { latest: 'true' as const }),
    ...(show === 'due' && dueQuery(now)),
  };
}

/** The results that are to be renewed within 30 days, or before now. */
export function dueQuery(now: Date): Required<Pick<ResultQuery, 'latest' | 'renew_before'>> {
  return { latest: 'true', renew_before: new Date(now.getTime() + soonMs).toISOString() };
}

/** For links to the next page and to the file. */
export function filterParameters(filter: ResultFilter): string {
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  return new URLSearchParams(chosen as [string, string][]).toString();
}
