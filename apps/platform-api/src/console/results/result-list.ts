import { longestSearch, modeInWords } from '@governance/assessments';
import { type PlatformOperations } from '@governance/client';
import { describeList } from '../console-list';
import { type Filter } from '../list-filter';
import { soonFrom } from '../moments';
import { any, launchField, tierField, wordsRefused } from './result-conditions';
import { resultRow } from './result-view';

type Query = NonNullable<PlatformOperations['listResults']['parameters']['query']>;
type ResultQuery = Omit<Query, 'api-version' | 'limit' | 'cursor'>;

export const resultList = describeList({
  page: 'results',
  title: 'Results',
  notices: { detached: 'The result is no longer in the list of your organization. The result itself stays.' },
  writes: 'org:results:write',
  fields: {
    client: { label: 'Client', type: 'search', maxLength: longestSearch, refused: wordsRefused },
    show: {
      label: 'Show',
      type: 'select',
      any,
      choices: { latest: 'Newest of each client', due: 'Due for renewal' },
    },
    mode: { label: 'Who was assessed', type: 'select', any, choices: modeInWords },
    tier: tierField,
    launch: launchField,
  },
  query: resultQueryOf,
  read: async (client, query, { now }) => {
    const { results, next_cursor: next } = await client.get('/org/results', { query });
    return { rows: results.map((result) => resultRow(result, now)), next };
  },
});

export function resultQueryOf(
  { client, mode, tier, launch, show }: Filter<'client' | 'mode' | 'tier' | 'launch' | 'show'>,
  now: Date,
): ResultQuery {
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
  return { latest: 'true', renew_before: soonFrom(now) };
}
