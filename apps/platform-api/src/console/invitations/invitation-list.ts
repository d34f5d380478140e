import { type PlatformOperations } from '@governance/client';
import { describeList } from '../console-list';
import { invitationRow, statusWords } from './invitation-view';

type Query = NonNullable<PlatformOperations['listInvitations']['parameters']['query']>;

export const invitationList = describeList({
  page: 'invitations',
  title: 'Invitations',
  notices: {
    sent: 'The invitation was created, and its mail is queued. The link works once, for seven days.',
    again:
      'A new invitation was created, and its mail is queued. The link of the earlier one no longer works.',
    revoked: 'The invitation was revoked. Its link no longer works.',
  },
  writes: 'org:invitations:write',
  fields: { status: { label: 'Show', type: 'select', any: 'All', choices: statusWords } },
  query: ({ status }) => (status === '' ? {} : { status: status as NonNullable<Query['status']> }),
  read: async (client, query) => {
    const { invitations, next_cursor: next } = await client.get('/iam/org-invitations', { query });
    return { rows: invitations.map(invitationRow), next };
  },
});
