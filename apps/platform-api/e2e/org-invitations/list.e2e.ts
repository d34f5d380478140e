import { given, type HttpAnswer } from '@governance/testing';
import { Client } from 'pg';
import { credentialsPath, newOrganization } from '../support/credentials-app';
import { expire, invitationsPath, invitedId, invitee, listed, resend, revoke } from '../support/invitations';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

const limitRefused = 'limit must be an integer from 1 to 200';

const cursorRefused = 'cursor must be the next_cursor of a page of this list';

const statusRefused = 'status must be pending, accepted, expired or revoked';

const away = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};

const many = 103;

describe('GET /iam/org-invitations', () => {
  describe('200, 503', () => {
    const app = given(newOrganization, beforeEach);

    it('answers 200 with every member of an entry, and none with a link § 10.3a', async () => {
      app.provider.directory.connections.set(app.orgId, [
        { id: 'con_1', name: 'Password', type: 'database', enabled: true },
      ]);
      const id = await invitedId(app, { connection_id: 'con_1' });
      const { status, text, body, headers } = await app.ask('GET', invitationsPath);
      expect([status, body]).toEqual([
        200,
        {
          invitations: [
            {
              id,
              email: invitee,
              role: 'viewer',
              connection_id: 'con_1',
              expires_at: moment,
              status: 'pending',
              created_at: moment,
            },
          ],
        },
      ]);
      const [offer] = app.provider.gateway.offers.values();
      expect(text).not.toContain(offer?.token);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('shows what became of each, newest first, and only those with the status that the query names', async () => {
      const names = ['expired', 'accepted', 'revoked', 'former'];
      const ids: string[] = [];
      for (const name of names) ids.push(await invitedId(app, { email: `${name}@example.com` }));
      const [expired = '', accepted = '', revoked = '', former = ''] = ids;
      await expire(app, expired);
      app.provider.gateway.accepted.add(accepted);
      await revoke(app, revoked);
      const sent = String((await resend(app, former)).body.id);
      const all = [
        [sent, 'pending'],
        [former, 'revoked'],
        [revoked, 'revoked'],
        [accepted, 'accepted'],
        [expired, 'expired'],
      ];
      expect(await listed(app)).toEqual(all);
      for (const status of ['pending', 'accepted', 'expired', 'revoked']) {
        expect(await listed(app, `?status=${status}`)).toEqual(all.filter((entry) => entry[1] === status));
      }
    });

    it('shows one that the provider did not get yet as pending', async () => {
      app.provider.wire.loseOne('request', 1);
      const id = await invitedId(app);
      expect(app.provider.gateway.offers.size).toBe(0);
      expect(await listed(app)).toEqual([[id, 'pending']]);
    });

    it('shows one that can no longer be accepted as revoked, such as after its connection was removed', async () => {
      const id = await invitedId(app);
      app.provider.gateway.offers.clear();
      await app.sql(`UPDATE deliveries SET state = 'sent', sent_at = now()`);
      expect(await listed(app)).toEqual([[id, 'revoked']]);
    });

    it('shows only invitations of the token’s organization, with their addresses', async () => {
      const ours = await invitedId(app);
      const token = app.personToken({ org_id: 'org_globex' });
      const theirs = await invitedId(app, { email: 'other@example.com' }, { token });
      expect(await listed(app)).toEqual([[ours, 'pending']]);
      const answer = await app.ask('GET', invitationsPath, { token });
      expect(answer.body.invitations).toMatchObject([{ id: theirs, email: 'other@example.com' }]);
      expect(answer.text).not.toContain(invitee);
      const other = app.personToken({ org_id: 'org_initech' });
      expect((await app.ask('GET', invitationsPath, { token: other })).text).toBe('{"invitations":[]}');
    });

    it('answers 200 to a machine with the permission', async () => {
      const id = await invitedId(app);
      const { clientId } = await app.create();
      const token = app.machineToken(clientId, { permissions: ['org:invitations:read'] });
      expect(await listed(app, '', { token })).toEqual([[id, 'pending']]);
    });

    it('answers 503 while the identity provider is unavailable: only it knows what was accepted § 10.3e', async () => {
      await invitedId(app);
      app.provider.wire.isDown = true;
      const { status, body, headers } = await app.ask('GET', invitationsPath);
      app.provider.wire.isDown = false;
      expect([status, body]).toEqual([503, away]);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await app.ask('GET', invitationsPath)).status).toBe(200);
    });

    it('answers 503 while the database does not answer', async () => {
      const blocker = new Client({ connectionString: app.databaseUrl });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE invitations');
      const { status, body } = await app.ask('GET', invitationsPath).finally(() => blocker.end());
      expect([status, body]).toEqual([503, away]);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let cursor: string;
    beforeAll(async () => {
      await invitedId(app);
      await invitedId(app, { email: 'second@example.com' });
      cursor = String((await ask('limit=1')).body.next_cursor);
    });
    const ask = (query: string, token = app.personToken()): Promise<HttpAnswer> =>
      app.ask('GET', `${invitationsPath}?${query}`, { token });

    function refused({ status, body }: HttpAnswer, text: string): void {
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    }

    it.each(['', '0', '-1', '201', '01', '1.5', 'all', '5&limit=6'])(
      'refuses the limit %s § 10.3b',
      async (limit) => {
        refused(await ask(`limit=${limit}`), limitRefused);
      },
    );

    it.each(['', 'Pending', 'pending,expired', 'replaced', '__proto__', 'pending&status=pending'])(
      'refuses the status %s',
      async (status) => {
        refused(await ask(`status=${status}`), statusRefused);
      },
    );

    it('refuses a cursor that is damaged, empty, or given twice', async () => {
      const damaged = ['', 'x', cursor.slice(1), `${cursor}A`, `${cursor}&cursor=${cursor}`];
      for (const each of damaged) refused(await ask(`cursor=${each}`), cursorRefused);
    });

    it('refuses a cursor of another organization, and of another list', async () => {
      refused(await ask(`cursor=${cursor}`, app.personToken({ org_id: 'org_globex' })), cursorRefused);
      await app.create();
      await app.create();
      const { body } = await app.manage('GET', '?limit=1');
      refused(await ask(`cursor=${String(body.next_cursor)}`), cursorRefused);
      refused(await app.ask('GET', `${credentialsPath}?cursor=${cursor}`), cursorRefused);
      expect((await ask(`cursor=${cursor}`)).status).toBe(200);
    });
  });
});

describe('GET /iam/org-invitations, page by page', () => {
  const app = given(newOrganization);
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (let index = 0; index < many; index += 1) {
      ids.unshift(await invitedId(app, { email: `person-${index}@example.com` }));
    }
  });

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
