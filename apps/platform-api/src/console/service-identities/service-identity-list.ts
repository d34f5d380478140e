import { describeList } from '../console-list';
import { searchedList } from '../searched-list';
import { lastUses } from './last-uses';
import { serviceIdentityView } from './service-identity-view';

const identities = searchedList({
  pages: (client, query) => client.pages('/iam/service-identities', { query }),
  entriesOf: (answer) => answer.service_identities,
  textsOf: ({ name }) => [name],
});

export const serviceIdentityList = describeList({
  page: 'service-identities',
  title: 'Service identities',
  notices: { deleted: 'The service identity was deleted.' },
  writes: 'm2m:credentials:write',
  fields: { search: { label: 'Name', type: 'search', maxLength: 100 } },
  query: ({ search }) => ({ search }),
  read: async (client, query) => {
    const [{ entries, next }, uses] = await Promise.all([identities(client, query), lastUses(client)]);
    return { rows: entries.map((identity) => serviceIdentityView(identity, uses)), next };
  },
});
