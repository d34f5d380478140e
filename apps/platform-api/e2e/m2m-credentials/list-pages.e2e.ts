import { given, type HttpAnswer } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';

const many = 230;

describe('GET /iam/m2m-credentials, page by page', () => {
  const app = given(newOrganization);
  let other: string;
  beforeAll(() => {
    other = app.personToken({ org_id: 'org_other' });
  });
  beforeEach(async () => {
    const { id } = await app.create();
    // Several per millisecond, as the database may write them.
    await app.sql(
      `INSERT INTO m2m_credentials (
         id, org_id, name, type, state, client_id, service_identity_id, created_at, last_rotated_at)
       SELECT gen_random_uuid(), org_id, 'No. ' || n, type, state, gen_random_uuid()::text, service_identity_id,
         created_at - n * interval '300 microseconds', last_rotated_at
       FROM m2m_credentials, generate_series(2, $2) AS n WHERE id = $1`,
      [id, many],
    );
  });
  afterEach(() => app.sql('TRUNCATE service_identities CASCADE'));

  async function ask(query: Readonly<Record<string, string>>, token?: string): Promise<HttpAnswer> {
    const answer = await app.manage(
      'GET',
      `?${new URLSearchParams(query).toString()}`,
      token === undefined ? {} : { token },
    );
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer;
  }
  const idsOf = ({ body }: HttpAnswer): string[] =>
    (body.credentials as { readonly id: string }[]).map(({ id }) => id);

  async function walk(first: Readonly<Record<string, string>>, limit?: string): Promise<string[][]> {
    let page = await ask(first);
    const pages = [idsOf(page)];
    while ('next_cursor' in page.body) {
      page = await ask({ cursor: String(page.body.next_cursor), ...(limit !== undefined && { limit }) });
      pages.push(idsOf(page));
    }
    return pages;
  }

  it.each([
    ['1', 230],
    ['7', 33],
    ['115', 2],
    ['200', 2],
  ])('shows the whole list in pages of %s', async (limit, count) => {
    const all = idsOf(await ask({}));
    const pages = await walk({ limit }, limit);
    expect(pages.flat()).toEqual(all);
    expect(all).toHaveLength(many);
    expect(pages).toHaveLength(count);
  });

  it('has pages of 100 with a cursor and no limit', async () => {
    const sizes = (await walk({ limit: '10' })).map(({ length }) => length);
    expect(sizes).toEqual([10, 100, 100, 20]);
  });

  it('has the same entries as the full list, and only the cursor besides', async () => {
    const all = (await ask({})).body.credentials as object[];
    const { body } = await ask({ limit: '2' });
    expect(body).toEqual({
      credentials: all.slice(0, 2),
      next_cursor: expect.stringMatching(/^[\w-]+$/) as unknown,
    });
  });

  it('has no cursor on the last page', async () => {
    await app.create({}, { token: other });
    expect(Object.keys((await ask({ limit: '1' }, other)).body)).toEqual(['credentials']);
    const none = await ask({ limit: '1' }, app.personToken({ org_id: 'org_empty' }));
    expect(none.text).toBe('{"credentials":[]}');
  });

  it('neither skips nor repeats an entry when others are created and revoked between two pages', async () => {
    const all = idsOf(await ask({}));
    const first = await ask({ limit: '10' });
    for (const id of [all[0], all[9], all[15]]) await app.manage('DELETE', `/${id ?? ''}`);
    const { id: made } = await app.create();
    const rest = await walk({ cursor: String(first.body.next_cursor), limit: '50' }, '50');
    expect(rest.flat()).toEqual(all.slice(10).filter((id) => id !== all[15]));
    expect(rest.flat()).not.toContain(made);
  });
});
