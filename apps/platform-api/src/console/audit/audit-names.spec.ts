import { PlatformClient } from '@governance/client';
import { meantBy, type Named, type Names, namesOf } from './audit-names';

const ada: Named = { kind: 'member', ids: ['user_1'], name: 'Ada', detail: 'ada@example.org' };
const nightly = (day: string): Named => ({
  kind: 'credential',
  ids: [`c${day}`, `client_${day}`],
  name: 'Nightly',
  detail: `created ${day} November 2026`,
});
const names: Names = new Map(
  [ada, nightly('1'), nightly('2')].flatMap((each) => each.ids.map((id) => [id, each] as const)),
);

describe('what a search of the audit means', () => {
  it.each(['Ada', 'ada@example.org', 'ada', 'Ada (ada@example.org)', 'user_1', 'example'])(
    'is a member by %s',
    (text) => {
      expect(meantBy(text, names)).toEqual([ada]);
    },
  );

  it('is one of several with a name, told apart by their detail', () => {
    expect(meantBy('nightly', names)).toHaveLength(2);
    expect(meantBy('Nightly (created 2 November 2026)', names)).toEqual([nightly('2')]);
    expect(meantBy('client_1', names)).toEqual([nightly('1')]);
  });

  it('is nothing for another text', () => {
    expect(meantBy('Bob', names)).toEqual([]);
  });
});

describe('the names of what events name', () => {
  const created = '2026-11-24T03:05:00.000Z';
  const uuid = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
  const credential = (id: string) => ({
    id,
    client_id: `client of ${id}`,
    name: `Of ${id}`,
    created_at: created,
  });

  /** Two pages of credentials, and one beside them; the only page of invitations. */
  const answers: Readonly<Record<string, object>> = {
    '/iam/m2m-credentials?limit=200': { credentials: [credential('first')], next_cursor: 'more' },
    '/iam/m2m-credentials?limit=200&cursor=more': { credentials: [credential('second')] },
    [`/iam/m2m-credentials/${uuid('a')}`]: credential(uuid('a')),
    '/iam/org-invitations?limit=200': { invitations: [] },
  };
  let seen: string[];
  const client = new PlatformClient({
    baseUrl: 'https://api.example.org',
    tokens: { token: () => Promise.resolve('token') },
    retry: { retries: 0 },
    fetch: (input) => {
      const asked = new URL(input instanceof Request ? input.url : input);
      asked.searchParams.delete('api-version');
      const path = asked.pathname + asked.search;
      seen.push(path);
      const { [path]: answer } = answers;
      const missing = { error: 'not_found', error_description: 'not found' };
      return Promise.resolve(Response.json(answer ?? missing, { status: answer ? 200 : 404 }));
    },
  });
  beforeEach(() => {
    seen = [];
  });

  it('are read from one page, and of what it does not have by the id', async () => {
    const ids = ['first', uuid('a'), uuid('b'), 'client of second'];
    const found = await namesOf(
      client,
      ids.map((id) => ({ kind: 'credential', id })),
    );
    expect(ids.map((id) => [found.has(id), found.get(id)?.name])).toEqual([
      [true, 'Of first'],
      [true, `Of ${uuid('a')}`],
      // Removed.
      [true, undefined],
      // Not known: machines act by a client id, and the API finds none by it.
      [false, undefined],
    ]);
    expect(seen.toSorted()).toEqual([
      '/iam/m2m-credentials/aaaaaaaa-0000-4000-8000-000000000000',
      '/iam/m2m-credentials/bbbbbbbb-0000-4000-8000-000000000000',
      '/iam/m2m-credentials?limit=200',
    ]);
  });

  it('are gone if the whole list does not have them, and not known where it is not served', async () => {
    const found = await namesOf(client, [
      { kind: 'invitation', id: 'i1' },
      { kind: 'member', id: 'user_1' },
    ]);
    expect([...found]).toEqual([['i1', undefined]]);
    expect(seen.toSorted()).toEqual(['/iam/members?limit=200', '/iam/org-invitations?limit=200']);
  });

  it('are all of a kind for a search', async () => {
    const found = await namesOf(client, [{ kind: 'credential' }]);
    expect([...found.keys()]).toEqual(['first', 'client of first', 'second', 'client of second']);
  });
});
