import { makeKeyPair } from '@governance/iam/spec';
import { given, type HttpAnswer } from '@governance/testing';
import { newOrganization, startCredentialsApp } from '../support/credentials-app';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const limitRefused = 'limit must be an integer from 1 to 200';

const cursorRefused = 'cursor must be the next_cursor of a page of this list';

describe('GET /iam/m2m-credentials', () => {
  describe('200', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE service_identities CASCADE'));

    async function list(token?: string): Promise<Record<string, unknown>[]> {
      const { status, body } = await app.manage('GET', '', token === undefined ? {} : { token });
      expect([status, Object.keys(body)]).toEqual([200, ['credentials']]);
      return body.credentials as Record<string, unknown>[];
    }

    it('answers 200 with every member of an entry, and none with a secret § 1.4a 2.9p 2.9q 2.9s 2.9t 2.9u 2.9v 2.9w 2.9x 2.9y 4.2u 8g', async () => {
      const { id, clientId, secret } = await app.create({ name: 'Nightly export' });
      const answer = await app.manage('GET', '');
      const [entry = {}, ...others] = answer.body.credentials as Record<string, unknown>[];
      expect(others).toEqual([]);
      expect(entry).toEqual({
        id,
        name: 'Nightly export',
        client_id: clientId,
        org_id: app.orgId,
        credential_type: 'client_secret',
        created_at: expect.stringMatching(moment) as unknown,
        last_rotated_at: entry.created_at,
        service_identity_id: expect.stringMatching(uuid) as unknown,
        expires_at: null,
        last_used_at: null,
        permissions: ['self:organization:read', 'm2m:credentials:read'],
        description: null,
        secrets: [{ last_four: secret.slice(-4), created_at: entry.created_at, expires_at: null }],
        allowed_networks: null,
      });
      expect(answer.text).not.toContain(secret);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('shows the expiry and the type of a credential with a key § 2.9i', async () => {
      const public_key = makeKeyPair('ES256').publicPem;
      await app.create({ type: 'public_key', public_key, expires_at: '2031-05-06T07:08:09+02:00' });
      expect(await list()).toMatchObject([
        { credential_type: 'public_key', expires_at: '2031-05-06T05:08:09.000Z' },
      ]);
    });

    it('shows the permissions that tokens of the credential get, and its description', async () => {
      const permissions = ['org:audit:read', 'm2m:credentials:write'];
      const { id } = await app.create({ permissions, description: '  Runs at night ' });
      const [entry] = await list();
      expect(entry).toMatchObject({
        permissions: ['m2m:credentials:write', 'org:audit:read'],
        description: 'Runs at night',
      });
      expect((await app.manage('GET', `/${id}`)).body).toEqual(entry);
      const { body } = await app.manage('POST', `/${id}/rotate-secret`);
      expect(body).not.toHaveProperty('description');
      expect(await list()).toMatchObject([{ description: 'Runs at night' }]);
    });

    it('shows the newest first, and no revoked ones', async () => {
      expect(await list()).toEqual([]);
      const made = [await app.create(), await app.create(), await app.create()];
      const [first, second, third] = made.map(({ id }) => id);
      await app.manage('DELETE', `/${second ?? ''}`);
      expect((await list()).map(({ id }) => id)).toEqual([third, first]);
    });

    it('shows only the credentials of the token’s organization (spec 5.2.7) § 4.2u 5.2.7b', async () => {
      const ours = await app.create();
      const token = app.personToken({ org_id: 'org_other' });
      const theirs = await app.create({}, { token });
      expect((await list()).map(({ id }) => id)).toEqual([ours.id]);
      expect((await list(token)).map(({ id }) => id)).toEqual([theirs.id]);
    });

    it('answers with every entry and no other member without parameters', async () => {
      for (let made = 0; made < 3; made++) await app.create();
      const { text, headers, body } = await app.manage('GET', '');
      expect(Object.keys(body)).toEqual(['credentials']);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      const [entry = {}] = body.credentials as object[];
      expect(Object.keys(entry)).toEqual([
        'id',
        'name',
        'client_id',
        'org_id',
        'credential_type',
        'created_at',
        'last_rotated_at',
        'service_identity_id',
        'expires_at',
        'last_used_at',
        'permissions',
        'description',
        'secrets',
        'allowed_networks',
      ]);
      expect((await app.manage('GET', '?api-version=1.0&unknown=1')).text).toBe(text);
    });

    it('shows those that match, in pages if requested', async () => {
      const ending = await app.create({ name: 'Nightly export', secret_valid_for_days: 30 });
      const used = await app.create({ name: 'Weekly EXPORT' });
      const other = await app.create({ name: 'Import' });
      await app.sql('UPDATE m2m_credentials SET last_used_at = now() WHERE id = $1', [used.id]);
      const idsOf = async (query: string): Promise<unknown[]> => {
        const { status, body } = await app.manage('GET', `?${query}`);
        expect([query, status]).toEqual([query, 200]);
        return (body.credentials as Record<string, unknown>[]).map(({ id }) => id);
      };
      expect(await idsOf('name=export')).toEqual([used.id, ending.id]);
      expect(await idsOf('name=&expires_before=&used=')).toEqual([other.id, used.id, ending.id]);
      expect(await idsOf('expires_before=9000-01-01T00:00:00Z')).toEqual([ending.id]);
      expect(await idsOf('used=false')).toEqual([other.id, ending.id]);
      expect(await idsOf('name=export&used=true')).toEqual([used.id]);
      const { body } = await app.manage('GET', '?name=export&limit=1');
      expect(await idsOf(`name=export&cursor=${String(body.next_cursor)}`)).toEqual([ending.id]);
      expect(await idsOf(`name=${encodeURIComponent("' OR 1=1 --%_")}`)).toEqual([]);
    });

    it('answers 200 to a machine with the permission § 1.4b', async () => {
      const { id, clientId } = await app.create();
      const token = app.machineToken(clientId, { permissions: ['m2m:credentials:read'] });
      expect((await list(token)).map((entry) => entry.id)).toEqual([id]);
    });

    it('shows when a machine last called, as recorded by a process that has exited', async () => {
      const { clientId } = await app.create();
      const began = new Date();
      const replica = await startCredentialsApp({
        beside: app,
        settings: { OIDC_ISSUER: app.issuer.issuer },
      });
      expect((await replica.ask('GET', '/self/me', { token: app.machineToken(clientId) })).status).toBe(200);
      await replica.close();
      const [entry = {}] = await list();
      const usedAt = new Date(String(entry.last_used_at));
      expect(usedAt.getTime()).toBeGreaterThanOrEqual(began.getTime());
      expect(usedAt.getTime() - began.getTime()).toBeLessThan(60_000);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let cursor: string;
    beforeAll(async () => {
      await app.create();
      await app.create();
      cursor = String((await app.manage('GET', '?limit=1')).body.next_cursor);
    });

    function refused({ status, body }: HttpAnswer, text: string): void {
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    }

    it.each(['', '0', '-1', '201', '1000', '01', '1.5', '1e2', '%201', '0x10', 'all', 'null', '5&limit=6'])(
      'refuses the limit %s',
      async (limit) => {
        refused(await app.manage('GET', `?limit=${limit}`), limitRefused);
        refused(await app.manage('GET', `?cursor=${cursor}&limit=${limit}`), limitRefused);
      },
    );

    it('refuses a cursor that is damaged, empty, or given twice', async () => {
      const damaged = [
        '',
        'x',
        'null',
        '%00',
        '..%2F',
        'AQAAAAE',
        'a'.repeat(4_000),
        cursor.slice(0, -1),
        cursor.slice(1),
        `${cursor}A`,
        `${cursor}%3D`,
        `${cursor}&cursor=${cursor}`,
        ...[0, 8, 40, cursor.length - 3].map(
          (at) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
        ),
      ];
      for (const each of damaged) refused(await app.manage('GET', `?cursor=${each}`), cursorRefused);
    });

    it('refuses the cursor of another organization like a damaged one', async () => {
      const token = app.personToken({ org_id: 'org_other' });
      await app.create({}, { token });
      await app.create({}, { token });
      const theirs = await app.manage('GET', '?limit=1', { token });
      const { next_cursor: foreign } = theirs.body;
      expect(theirs.status).toBe(200);
      refused(await app.manage('GET', `?cursor=${String(foreign)}`), cursorRefused);
      refused(await app.manage('GET', `?cursor=${cursor}`, { token }), cursorRefused);
      expect((await app.manage('GET', `?cursor=${cursor}`)).status).toBe(200);
    });

    it.each([
      [`name=${'a'.repeat(101)}`, 'name must have at most 100 characters, none of them a control character'],
      ['name=%00', 'name must have at most 100 characters, none of them a control character'],
      ['name=a&name=b', 'name must be given once'],
      ['expires_before=tomorrow', 'expires_before must be an RFC 3339 timestamp'],
      ['expires_before=2026-11-20&expires_before=2026-11-21', 'expires_before must be given once'],
      ['used=1', 'used must be true or false'],
      ['used=true&used=false', 'used must be given once'],
    ])('refuses %s', async (query, text) => {
      refused(await app.manage('GET', `?${query}`), text);
    });

    it('checks the permission before the parameters', async () => {
      const token = app.personToken({ permissions: [] });
      expect((await app.manage('GET', '?limit=0&cursor=x', { token })).status).toBe(403);
    });
  });
});
