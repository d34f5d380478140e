import { describeList } from '../console-list';
import { lastUses } from './last-uses';
import { serviceIdentityView } from './service-identity-view';

export const serviceIdentityList = describeList({
  page: 'service-identities',
  title: 'Service identities',
  notices: { deleted: 'The service identity was deleted.' },
  writes: 'm2m:credentials:write',
  fields: {},
  query: () => ({}),
  read: async (client, query) => {
    const [page, uses] = await Promise.all([
      client.get('/iam/service-identities', { query }),
      lastUses(client),
    ]);
    const rows = page.service_identities.map((identity) => serviceIdentityView(identity, uses));
    return { rows, next: page.next_cursor };
  },
});
