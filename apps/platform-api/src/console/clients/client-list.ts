import { longestSearch, longestTag } from '@governance/assessments';
import { type PlatformOperations } from '@governance/client';
import { namesOf } from '../audit/audit-names';
import { describeList } from '../console-list';
import { type Filter } from '../list-filter';
import { soonFrom } from '../moments';
import { any, launchField, tagRefused, tierField, wordsRefused } from '../results/result-conditions';
import { clientView } from './client-view';

type Query = NonNullable<PlatformOperations['listClients']['parameters']['query']>;
type ClientQuery = Omit<Query, 'api-version' | 'limit' | 'cursor'>;

/** Stands for the person who looks at the list. */
const you = 'you';
/** Stands for a renewal within 30 days, or before now. */
const due = 'due';

export const clientList = describeList({
  page: 'clients',
  title: 'Clients',
  notices: { deleted: 'The client was deleted, with its contact.' },
  writes: 'org:clients:write',
  fields: {
    search: {
      label: 'Client or contact',
      type: 'search',
      maxLength: longestSearch,
      refused: wordsRefused,
    },
    show: {
      label: 'Show',
      type: 'select',
      choices: { current: 'Current clients', archived: 'Archived clients', all: 'All' },
    },
    tag: { label: 'Tag', type: 'search', maxLength: longestTag, refused: tagRefused },
    owner: { label: 'Looked after by', type: 'select', any, choices: { [you]: 'You' } },
    assessed: {
      label: 'Assessment',
      type: 'select',
      any,
      choices: { [due]: 'Due for renewal', true: 'Assessed', false: 'Never assessed' },
    },
    tier: tierField,
    launch: launchField,
  },
  query: clientQueryOf,
  read: async (client, query, { subject, now }) => {
    const page = await client.get('/org/clients', { query: seenBy(subject, query) });
    const owners = page.clients.flatMap(({ owner_id: id }) => (id === null || id === subject ? [] : [id]));
    const names = await namesOf(
      client,
      owners.map((id) => ({ kind: 'member', id })),
    );
    const rows = page.clients.map((each) => clientView(each, { names, subject, now }));
    return { rows, next: page.next_cursor };
  },
});

type ClientFilter = Filter<'search' | 'show' | 'tag' | 'owner' | 'assessed' | 'tier' | 'launch'>;

export function clientQueryOf(filter: ClientFilter, now: Date): ClientQuery {
  const { search, show, tag, owner, assessed, tier, launch } = filter;
  return {
    ...(search !== '' && { search }),
    ...(show !== 'all' && { archived: show === 'archived' ? 'true' : 'false' }),
    ...(tag !== '' && { tag }),
    ...(owner !== '' && { owner }),
    ...assessedQueryOf(assessed, now),
    ...(tier !== '' && { tier: tier as NonNullable<Query['tier']> }),
    ...(launch !== '' && { launch_allowed: launch as NonNullable<Query['launch_allowed']> }),
  };
}

function assessedQueryOf(assessed: string, now: Date): Pick<ClientQuery, 'assessed' | 'renew_before'> {
  if (assessed === due) return { renew_before: soonFrom(now) };
  return assessed === '' ? {} : { assessed: assessed as NonNullable<Query['assessed']> };
}

/** The same for the API, which knows this person by an id. */
export function seenBy<Asked extends ClientQuery>(subject: string, query: Asked): Asked {
  return query.owner === you ? { ...query, owner: subject } : query;
}
