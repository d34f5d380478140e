import { longestSearch, longestTag } from '@governance/assessments';
import { type PlatformOperations } from '@governance/client';
import { namesOf } from '../audit/audit-names';
import { describeList } from '../console-list';
import { type Filter } from '../list-filter';
import { clientView } from './client-view';

type Query = NonNullable<PlatformOperations['listClients']['parameters']['query']>;
type ClientQuery = Omit<Query, 'api-version' | 'limit' | 'cursor'>;

/** Stands for the person who looks at the list. */
const you = 'you';

export const clientList = describeList({
  page: 'clients',
  title: 'Clients',
  notices: { deleted: 'The client was deleted, with its contact.' },
  writes: 'org:clients:write',
  fields: {
    search: { label: 'Client or contact', type: 'search', maxLength: longestSearch },
    show: {
      label: 'Show',
      type: 'select',
      choices: { current: 'Current clients', archived: 'Archived clients', all: 'All' },
    },
    tag: { label: 'Tag', type: 'search', maxLength: longestTag },
    owner: { label: 'Looked after by', type: 'select', any: 'All', choices: { [you]: 'You' } },
  },
  query: clientQueryOf,
  read: async (client, query, { subject }) => {
    const page = await client.get('/org/clients', { query: seenBy(subject, query) });
    const owners = page.clients.flatMap(({ owner_id: id }) => (id === null || id === subject ? [] : [id]));
    const names = await namesOf(
      client,
      owners.map((id) => ({ kind: 'member', id })),
    );
    const rows = page.clients.map((each) => clientView(each, { names, subject }));
    return { rows, next: page.next_cursor };
  },
});

export function clientQueryOf({
  search,
  show,
  tag,
  owner,
}: Filter<'search' | 'show' | 'tag' | 'owner'>): ClientQuery {
  return {
    ...(search !== '' && { search }),
    ...(show !== 'all' && { archived: show === 'archived' ? 'true' : 'false' }),
    ...(tag !== '' && { tag }),
    ...(owner !== '' && { owner }),
  };
}

/** The same for the API, which knows this person by an id. */
export function seenBy<Asked extends ClientQuery>(subject: string, query: Asked): Asked {
  return query.owner === you ? { ...query, owner: subject } : query;
}
