import { describeList } from '../console-list';
import { soonFrom } from '../moments';
import { rowOf } from './credential-view';

export const credentialList = describeList({
  page: 'credentials',
  title: 'Credentials',
  notices: {
    revoked: 'The credential was revoked. Its secret and its tokens no longer work.',
    'policy-changed': 'The change was saved. It applies to credentials that are created from now on.',
  },
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
    ...(state === 'ending' && { expires_before: soonFrom(now) }),
    ...(state === 'unused' && { used: 'false' as const }),
  }),
  read: async (client, query, { now }) => {
    const [{ credentials, next_cursor: next }, policy] = await Promise.all([
      client.get('/iam/m2m-credentials', { query }),
      client.get('/iam/credential-policy'),
    ]);
    const view = { allowsSecrets: policy.client_secrets === 'allowed' };
    return { rows: credentials.map((each) => rowOf(each, now)), next, view };
  },
});
