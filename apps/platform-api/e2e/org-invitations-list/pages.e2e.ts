import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitationsPath, invitedId, revoke } from '../support/invitations';

const many = 103;

describe('GET /iam/org-invitations, page by page', () => {
  let app: CredentialsApp;
  let ids: string[];
  beforeAll(async () => {
    app = await startCredentialsApp();
    ids = [];
    for (let index = 0; index < many; index += 1) {
      ids.unshift(await invitedId(app, { email: `person-${index}@example.com` }));
    }
  });
  afterAll(() => app.close());

  async function ask(query: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const answer = await app.ask('GET', `${invitationsPath}?${new URLSearchParams(query).toString()}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer;
  }

  const idsOf = ({ body }: HttpAnswer): string[] =>
    (body.invitations as { readonly id: string }[]).map(({ id }) => id);

  async function walk(query: Readonly<Record<string, string>>): Promise<string[][]> {
    let page = await ask(query);
    const pages = [idsOf(page)];
    while ('next_cursor' in page.body) {
      page = await ask({ ...query, cursor: String(page.body.next_cursor) });
      pages.push(idsOf(page));
    }
    return pages;
  }

  it.each([
    [{}, [100, 3]],
    [{ limit: '50' }, [50, 50, 3]],
    [{ limit: '103' }, [103]],
    [{ limit: '200' }, [103]],
  ])('shows the whole list with %j in pages of %j', async (query, sizes) => {
    const pages = await walk(query);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat()).toEqual(ids);
  });

  it('neither skips nor repeats an entry when others are created between two pages', async () => {
    const first = await ask({ limit: '10' });
    const made = await invitedId(app, { email: 'later@example.com' });
    const rest = await walk({ limit: '60', cursor: String(first.body.next_cursor) });
    expect(rest.flat()).toEqual(ids.slice(10));
    ids.unshift(made);
  });

  it('shows those with a status on pages that may be empty, until there is no cursor', async () => {
    const wanted = ids[70] ?? '';
    expect((await revoke(app, wanted)).status).toBe(204);
    const pages = await walk({ limit: '30', status: 'revoked' });
    expect(pages).toEqual([[], [], [wanted], []]);
  });
});
