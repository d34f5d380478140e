import { type PlatformOperations } from '@governance/client';
import { describeList } from '../console-list';
import { searchedList } from '../searched-list';
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
  fields: {
    search: { label: 'Email address', type: 'search', maxLength: 254 },
    status: { label: 'Show', type: 'select', any: 'All', choices: statusWords },
  },
  query: ({ search, status }) => ({
    search,
    ...(status !== '' && { status: status as NonNullable<Query['status']> }),
  }),
  read: async (client, query) => {
    const { status, ...page } = query;
    const invitations = searchedList({
      pages: (by, part) =>
        by.pages('/iam/org-invitations', { query: { ...part, ...(status !== undefined && { status }) } }),
      entriesOf: (answer) => answer.invitations,
      textsOf: ({ email }) => [email],
    });
    const { entries, next } = await invitations(client, page);
    return { rows: entries.map(invitationRow), next };
  },
});
