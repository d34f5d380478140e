import { given, type HttpAnswer } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import {
  createIdentity,
  createUnusedIdentity,
  identitiesPath,
  listIdentities,
} from '../support/service-identities';

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const limitRefused = 'limit must be an integer from 1 to 200';

const cursorRefused = 'cursor must be the next_cursor of a page of this list';

describe('GET /iam/service-identities', () => {
  describe('200', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE service_identities CASCADE'));

    it('answers 200 with every member of an entry, and its credentials, newest first § 10.2a', async () => {
      const permissions = ['org:audit:read', 'm2m:credentials:read'];
      const { id, credentialId, clientId } = await createIdentity(app, { permissions });
      const second = await app.create({ name: 'Weekly export', service_identity_id: id });
      const { status, headers, text, body } = await app.ask('GET', identitiesPath);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toEqual({
        service_identities: [
          {
            id,
            name: 'Nightly export',
            permissions: ['m2m:credentials:read', 'org:audit:read'],
            created_at: expect.stringMatching(moment) as unknown,
            ends_with_last_credential: true,
            credentials: [
              { id: second.id, name: 'Weekly export' },
              { id: credentialId, name: 'Nightly export' },
            ],
            trust_rules: [],
          },
        ],
      });
      for (const hidden of [clientId, second.secret, app.orgId]) expect(text).not.toContain(hidden);
    });

    it('shows the newest first, and none that ended with its last credential', async () => {
      expect(await listIdentities(app)).toEqual([]);
      const made = [await createIdentity(app), await createIdentity(app), await createIdentity(app)];
      const [first, second, third] = made;
      await app.manage('DELETE', `/${second?.credentialId ?? ''}`);
      expect((await listIdentities(app)).map(({ id }) => id)).toEqual([third?.id, first?.id]);
    });

    it('shows a named one without credentials, which a new credential can name', async () => {
      const { id } = await createUnusedIdentity(app);
      expect(await listIdentities(app)).toMatchObject([
        { id, name: 'Exports', ends_with_last_credential: false, credentials: [] },
      ]);
      const further = await app.create({ service_identity_id: id });
      expect(await listIdentities(app)).toMatchObject([{ id, credentials: [{ id: further.id }] }]);
    });

    it('shows only those of the token’s organization', async () => {
      const ours = await createIdentity(app);
      const token = app.personToken({ org_id: 'org_other' });
      const theirs = await createIdentity(app, {}, { token });
      expect((await listIdentities(app)).map(({ id }) => id)).toEqual([ours.id]);
      expect((await listIdentities(app, token)).map(({ id }) => id)).toEqual([theirs.id]);
    });

    it('is in pages of 100, or as many as requested', async () => {
      await createIdentity(app);
      await app.sql(
        `WITH identity AS (
           INSERT INTO service_identities (id, org_id, name, permissions, is_kept, created_at)
           SELECT gen_random_uuid(), org_id, 'No. ' || n, '{}', true, created_at - (n / 3) * interval '1 ms'
           FROM service_identities, generate_series(2, 230) AS n RETURNING id)
         SELECT count(*) FROM identity`,
      );
      for (const [limit, sizes] of [
        ['', [100, 100, 30]],
        ['limit=200', [200, 30]],
        ['limit=115', [115, 115]],
      ] as const) {
        const pages: unknown[][] = [];
        for (let query: string | undefined = limit; query !== undefined;) {
          const { body }: { body: Record<string, unknown> } = await app.ask(
            'GET',
            `${identitiesPath}?${query}`,
          );
          pages.push((body.service_identities as { readonly id: string }[]).map(({ id }) => id));
          const { next_cursor: cursor } = body;
          query = typeof cursor === 'string' ? `${limit}&cursor=${cursor}` : undefined;
        }
        expect(pages.map(({ length }) => length)).toEqual(sizes);
        expect(new Set(pages.flat()).size).toBe(230);
      }
    });

    it('answers 200 to a machine with the permission', async () => {
      const { id, clientId } = await createIdentity(app);
      const token = app.machineToken(clientId, { permissions: ['m2m:credentials:read'] });
      expect(await listIdentities(app, token)).toMatchObject([{ id }]);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let cursor: string;
    beforeAll(async () => {
      await createIdentity(app);
      await createIdentity(app);
      cursor = String((await list('limit=1')).body.next_cursor);
    });

    function list(query: string, token = app.personToken()): Promise<HttpAnswer> {
      return app.ask('GET', `${identitiesPath}?${query}`, { token });
    }

    function refused({ status, body }: HttpAnswer, text: string): void {
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    }

    it.each(['', '0', '-1', '201', '01', '1.5', 'all', '5&limit=6'])(
      'refuses the limit %s § 10.2b',
      async (limit) => {
        refused(await list(`limit=${limit}`), limitRefused);
      },
    );

    it('refuses a cursor that is damaged, empty, or given twice', async () => {
      for (const each of ['', 'x', '%00', cursor.slice(1), `${cursor}A`, `${cursor}&cursor=${cursor}`]) {
        refused(await list(`cursor=${each}`), cursorRefused);
      }
    });

    it('refuses the cursor of another organization, and of another list', async () => {
      refused(await list(`cursor=${cursor}`, app.personToken({ org_id: 'org_other' })), cursorRefused);
      refused(await app.manage('GET', `?cursor=${cursor}`), cursorRefused);
      const { next_cursor: ofCredentials } = (await app.manage('GET', '?limit=1')).body;
      refused(await list(`cursor=${String(ofCredentials)}`), cursorRefused);
      expect((await list(`cursor=${cursor}`)).status).toBe(200);
    });
  });
});
