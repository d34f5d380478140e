import { modeInWords } from '@governance/assessments';
import { type PlatformOperations } from '@governance/client';
import { tiers } from '@governance/rubric';
import { describeList } from '../console-list';
import { type Filter } from '../list-filter';
import { soonMs } from '../moments';
import { resultRow } from './result-view';

type Query = NonNullable<PlatformOperations['listResults']['parameters']['query']>;
type ResultQuery = Omit<Query, 'api-version' | 'limit' | 'cursor'>;

const any = 'All';

export const resultList = describeList({
  page: 'results',
  title: 'Results',
  notices: { detached: 'The result is no longer in the list of your organization. The result itself stays.' },
  writes: 'org:results:write',
  fields: {
    client: { label: 'Client', type: 'search', maxLength: 200 },
    show: {
      label: 'Show',
      type: 'select',
      any,
      choices: { latest: 'Newest of each client', due: 'Due for renewal' },
    },
    mode: { label: 'Who was assessed', type: 'select', any, choices: modeInWords },
    tier: {
      label: 'Tier',
      type: 'select',
      any,
      choices: Object.fromEntries(tiers.map((tier) => [tier, tier])),
    },
    launch: {
      label: 'Launch',
      type: 'select',
      any,
      choices: { true: 'Ready to launch', false: 'Not ready to launch' },
    },
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
  return { latest: 'true', renew_before: new Date(now.getTime() + soonMs).toISOString() };
}
