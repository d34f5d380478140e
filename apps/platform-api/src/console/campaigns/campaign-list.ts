import { describeList } from '../console-list';
import { campaignView } from './campaign-view';

export const campaignList = describeList({
  page: 'campaigns',
  title: 'Campaigns',
  notices: { deleted: 'The campaign was deleted. The links in its mails no longer work.' },
  writes: 'org:clients:write',
  fields: {},
  query: () => ({}),
  read: async (client, query, { now }) => {
    const { campaigns, next_cursor: next } = await client.get('/org/campaigns', { query });
    return { rows: campaigns.map((campaign) => campaignView(campaign, now)), next };
  },
});
