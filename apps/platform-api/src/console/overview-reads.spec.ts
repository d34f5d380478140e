import { PlatformClient } from '@governance/client';
import { noMembers, OverviewReads } from './overview-reads';

/** A client of an API that has so many pages of members, and what was asked of it. */
function readsOf(pages: number) {
  const asked: string[] = [];
  const client = new PlatformClient({
    baseUrl: 'https://api.example.org',
    tokens: { token: () => Promise.resolve('token') },
    retry: { retries: 0 },
    fetch: (input) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input);
      asked.push(searchParams.get('cursor') ?? 'first');
      if (pages === 0) return Promise.resolve(Response.json({ error: 'not_found' }, { status: 404 }));
      const next = asked.length < pages ? { next_cursor: `after ${asked.length}` } : {};
      return Promise.resolve(Response.json({ members: [{ id: `user_${asked.length}` }], ...next }));
    },
  });
  const you = { subject: 'user_1', name: undefined };
  return { asked, reads: new OverviewReads(client, new Date(0), you) };
}

describe('the members that the overview reads', () => {
  it('are all of them up to five pages', async () => {
    for (const pages of [1, 5]) {
      const { asked, reads } = readsOf(pages);
      const { members, ...rest } = await reads.members();
      expect([asked.length, members.length, rest]).toEqual([pages, pages, { isAll: true, hasMore: false }]);
    }
  });

  it('are the newest of more, which it says', async () => {
    const { asked, reads } = readsOf(6);
    const { members, ...rest } = await reads.members();
    expect(asked).toEqual(['first', 'after 1', 'after 2', 'after 3', 'after 4']);
    expect([members.length, rest]).toEqual([5, { isAll: false, hasMore: true }]);
  });

  it('are none where they are not served', async () => {
    expect(await readsOf(0).reads.members()).toEqual(noMembers);
  });
});
