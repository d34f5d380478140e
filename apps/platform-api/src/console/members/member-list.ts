import { describeList } from '../console-list';
import { searchedList } from '../searched-list';
import { memberView } from './member-view';

const members = searchedList({
  pages: (client, query) => client.pages('/iam/members', { query }),
  entriesOf: (answer) => answer.members,
  textsOf: ({ name, email }) => [name, email],
});

export const memberList = describeList({
  page: 'members',
  title: 'Members',
  notices: {
    changed: 'The role was changed. Earlier tokens of this person permit no more than the new role.',
    reset:
      'The second factor will be removed in 24 hours. The person and all administrators are told by mail.',
    kept: 'The second factor stays.',
    removed: 'The person is no longer a member, and can no longer use the console for your organization.',
  },
  writes: 'org:members:write',
  fields: { search: { label: 'Name or email address', type: 'search', maxLength: 254 } },
  query: ({ search }) => ({ search }),
  read: async (client, query, { subject }) => {
    const { entries, next } = await members(client, query);
    return { rows: entries.map((member) => memberView(member, subject)), next };
  },
});
