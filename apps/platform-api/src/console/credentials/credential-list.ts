import { describeList } from '../console-list';
import { soonMs } from '../moments';
import { rowOf } from './credential-view';

export const credentialList = describeList({
  page: 'credentials',
  title: 'Credentials',
  notices: { revoked: 'The credential was revoked. Its secret and its tokens no longer work.' },
  writes: 'm2m:credentials:write',
  fields: {
    name: { label: 'Name', type: 'search', maxLength: 100 },
    state: {
      label: 'Show',
      type: 'select',
      choices: { all: 'All', ending: 'Expiring within 30 days', unused: 'Never used' },
    },
  },
  query: ({ name, state }, now) => ({
    ...(name !== '' && { name }),
    ...(state === 'ending' && { expires_before: new Date(now.getTime() + soonMs).toISOString() }),
    ...(state === 'unused' && { used: 'false' as const }),
  }),
  read: async (client, query, { now }) => {
    const { credentials, next_cursor: next } = await client.get('/iam/m2m-credentials', { query });
    return { rows: credentials.map((each) => rowOf(each, now)), next };
  },
});
