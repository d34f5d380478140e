import { given, type HttpAnswer } from '@governance/testing';
import {
  admin,
  listMembers,
  newMembersOrganization,
  otherAdmin,
  removeMember,
  setRole,
  viewer,
} from '../support/members';

const limitRefused = 'limit must be an integer from 1 to 200';

const cursorRefused = 'cursor must be the next_cursor of a page of this list';

const badToken = { error: 'invalid_token', error_description: 'the access token is not valid' };

const lacking = {
  error: 'insufficient_permissions',
  error_description: 'the access token lacks the permission org:members:read',
};

describe('GET /iam/members', () => {
  describe('200', () => {
    const app = given(newMembersOrganization);

    async function pageOf(
      query: string,
      orgId: string,
    ): Promise<{ readonly ids: string[]; readonly cursor: string | undefined }> {
      const { status, body } = await listMembers(app, query, { token: app.personToken({ org_id: orgId }) });
      expect(status).toBe(200);
      const ids = (body.members as { readonly id: string }[]).map(({ id }) => id);
      return { ids, cursor: body.next_cursor as string | undefined };
    }

    async function pages(orgId: string, limit?: number): Promise<string[][]> {
      const size = limit === undefined ? [] : [`limit=${limit}`];
      const all: string[][] = [];
      let next: string[] | undefined = [];
      while (next !== undefined) {
        const { ids, cursor } = await pageOf(`?${[...size, ...next].join('&')}`, orgId);
        all.push(ids);
        next = cursor === undefined ? undefined : [`cursor=${cursor}`];
      }
      return all;
    }

    it('answers 200 with every member, the way in which each signs in, and who has a second factor, newest first § 10.4a', async () => {
      const { status, body, headers } = await listMembers(app);
      expect([status, body]).toEqual([
        200,
        {
          members: [
            {
              id: viewer,
              email: 'viewer@acme.example',
              name: 'Viewer',
              role: 'viewer',
              sign_in_method: 'password',
              connection_id: null,
              second_factor: false,
              second_factor_reset_at: null,
              second_factors: null,
              last_sign_in_at: null,
              failed_sign_ins: null,
              joined_at: expect.any(String) as string,
            },
            {
              id: otherAdmin,
              email: null,
              name: null,
              role: 'account-admin',
              sign_in_method: 'connection',
              connection_id: 'con_acme_sso',
              second_factor: null,
              second_factor_reset_at: null,
              second_factors: null,
              last_sign_in_at: null,
              failed_sign_ins: null,
              joined_at: expect.any(String) as string,
            },
            {
              id: admin,
              email: 'admin@acme.example',
              name: 'Admin',
              role: 'account-admin',
              sign_in_method: 'password',
              connection_id: null,
              second_factor: true,
              second_factor_reset_at: null,
              second_factors: ['app'],
              last_sign_in_at: '2026-11-24T08:30:00.000Z',
              failed_sign_ins: { count: 3, last_at: '2026-11-24T08:31:00.000Z', paused: false },
              joined_at: '2025-11-20T12:00:00.000Z',
            },
          ],
        },
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('shows no member of another organization', async () => {
      app.provider.members.put('org_globex', { id: 'user_of_globex', role: 'viewer' });
      expect((await pageOf('', 'org_globex')).ids).toEqual(['user_of_globex']);
      expect((await pageOf('', 'org_empty')).ids).toEqual([]);
      expect((await pageOf('', app.orgId)).ids).not.toContain('user_of_globex');
    });

    describe('in an organization with many members', () => {
      const ids = Array.from({ length: 230 }, (_, index) => `member-${String(index).padStart(3, '0')}`);
      const createdAt = (index: number): Date => new Date(1_763_640_000_000 + Math.floor(index / 3));
      beforeAll(() => {
        for (const [index, id] of ids.entries()) {
          app.provider.members.put('org_large', { id, role: 'viewer', createdAt: createdAt(index) });
        }
      });

      it('has pages of 100 by default', async () => {
        const found = await pages('org_large');
        expect(found.map(({ length }) => length)).toEqual([100, 100, 30]);
        expect(found.flat()).toEqual(ids.toReversed());
      });

      it.each([1, 7, 115, 200])('is the same in pages of %i', async (limit) => {
        expect((await pages('org_large', limit)).flat()).toEqual(ids.toReversed());
      });

      it('neither skips nor repeats a member when others leave and join between two pages', async () => {
        const { ids: first, cursor = '' } = await pageOf('?limit=10', 'org_large');
        for (const gone of [first[0], first[9], 'member-210']) {
          await app.provider.members.remove('org_large', gone ?? '');
        }
        app.provider.members.put('org_large', { id: 'new', role: 'viewer', createdAt: new Date() });
        const { ids: rest } = await pageOf(`?limit=200&cursor=${cursor}`, 'org_large');
        expect(rest).toEqual(
          ids
            .toReversed()
            .slice(10, 210)
            .filter((id) => id !== 'member-210')
            .concat('member-019'),
        );
      });
    });
  });

  describe('400', () => {
    const app = given(newMembersOrganization);
    let cursor: string;
    beforeAll(async () => {
      cursor = String((await listMembers(app, '?limit=1')).body.next_cursor);
    });

    function refused({ status, body }: HttpAnswer, text: string): void {
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    }

    it.each(['', '0', '-1', '201', '01', '1.5', 'all', '5&limit=6'])(
      'answers 400 to the limit %s § 10.4b',
      async (limit) => {
        refused(await listMembers(app, `?limit=${limit}`), limitRefused);
      },
    );

    it('answers 400 to a cursor that is damaged, given twice, or of another organization or list', async () => {
      for (const each of ['', 'x', '%00', cursor.slice(1), `${cursor}A`, `${cursor}&cursor=${cursor}`]) {
        refused(await listMembers(app, `?cursor=${each}`), cursorRefused);
      }
      const token = app.personToken({ org_id: 'org_globex' });
      refused(await listMembers(app, `?cursor=${cursor}`, { token }), cursorRefused);
      await app.create();
      await app.create();
      const other = String((await app.manage('GET', '?limit=1')).body.next_cursor);
      refused(await listMembers(app, `?cursor=${other}`), cursorRefused);
      expect((await listMembers(app, `?cursor=${cursor}`)).status).toBe(200);
    });
  });

  describe('401, 403', () => {
    const app = given(newMembersOrganization, beforeEach);

    it('answers 401 to a removed admin, as soon as one of their writes was refused', async () => {
      const token = app.personToken({ sub: otherAdmin });
      expect((await listMembers(app, '', { token })).status).toBe(200);
      expect((await removeMember(app, otherAdmin)).status).toBe(204);
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(401);
      const { status, body } = await listMembers(app, '', { token });
      expect([status, body]).toEqual([401, badToken]);
    });

    it('answers 403 to a demoted admin, as soon as one of their writes was refused', async () => {
      const token = app.personToken({ sub: otherAdmin });
      expect((await listMembers(app, '', { token })).status).toBe(200);
      expect((await setRole(app, { id: otherAdmin, role: 'viewer' })).status).toBe(200);
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(403);
      const { status, body } = await listMembers(app, '', { token });
      expect([status, body]).toEqual([403, lacking]);
    });
  });
});

describe('GET /iam/members while the identity provider is unavailable', () => {
  const app = given(newMembersOrganization);

  it('answers 503 with Retry-After § 10.4e', async () => {
    app.provider.wire.isDown = true;
    const { status, body, headers } = await listMembers(app);
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
