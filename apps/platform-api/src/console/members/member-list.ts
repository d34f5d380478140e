import { describeList } from '../console-list';
import { memberView } from './member-view';

export const memberList = describeList({
  page: 'members',
  title: 'Members',
  notices: {
    changed: 'The role was changed. Earlier tokens of this person permit no more than the new role.',
    removed: 'The person is no longer a member, and can no longer use the console for your organization.',
  },
  writes: 'org:members:write',
  fields: {},
  query: () => ({}),
  read: async (client, query, { subject }) => {
    const { members, next_cursor: next } = await client.get('/iam/members', { query });
    return { rows: members.map((member) => memberView(member, subject)), next };
  },
});
