import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';
import { attachedResult, listResults, resultsPath, withdraw } from '../support/org-results';
import { resultOf } from '../support/platform-app';

const { outcome } = resultOf();

/** A result of a day in 2026. */
function of(day: number, overallScore = 71) {
  return {
    createdAt: new Date(Date.UTC(2026, 0, day)),
    outcome: { ...outcome, overallScore, launchAllowed: overallScore > 60 },
  };
}

const limitRefused = 'limit must be an integer from 1 to 200';

const cursorRefused = 'cursor must be the next_cursor of a page of this list';

const clientRefused = 'client must have 1 to 8 words, in at most 200 characters';

describe('GET /org/results', () => {
  describe('200', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));
    const attached = (overrides: object, organizationName?: string, clientId?: string) =>
      attachedResult(app, {
        overrides,
        extras: organizationName === undefined ? {} : { organizationName },
        clientId,
      });
    const idsOf = async (query = '', token?: string) =>
      (await listResults(app, query, token)).map(({ id }) => id);

    it('answers 200 with the newest submission first, and how each client has changed since § 10.13a', async () => {
      expect(await listResults(app)).toEqual([]);
      const clientId = await createClient(app, { name: 'Acme' });
      const second = await attached(of(20, 58), 'ACME ltd', clientId);
      const first = await attached(of(10, 40), 'Acme Ltd', clientId);
      const other = await attached(of(15), 'Acme Ltd');
      const third = await attached(of(30, 55), undefined, clientId);
      expect(await listResults(app)).toMatchObject([
        { id: third.id, earlier: { id: second.id, overall_score: 58, score_change: -3 } },
        {
          id: second.id,
          earlier: { id: first.id, created_at: '2026-01-10T00:00:00.000Z', score_change: 18 },
        },
        { id: other.id, earlier: null, renew_by: '2027-01-15T00:00:00.000Z' },
        { id: first.id, earlier: null },
      ]);
      expect((await listResults(app, '?limit=1'))[0]).toMatchObject({ earlier: { id: second.id } });
      await withdraw(app, second.id);
      expect(await listResults(app)).toMatchObject([
        { id: third.id, withdrawn_at: null, earlier: { id: first.id }, latest: true },
        { id: second.id, withdrawn_at: expect.any(String) as unknown, earlier: null, latest: false },
        {},
        {},
      ]);
    });

    it('shows a proven domain, also one that is proven later', async () => {
      const { id } = await attached(of(1), 'Acme Ltd');
      await app.sql(
        `INSERT INTO certificate_domains (result_id, request, expires_at, name, proven_at, way, credential,
           credential_key_id, status_list, status_index)
         VALUES ($1, '\\x00', now(), 'acme.example', now(), 'dns', 'c', 'k', 0, 0)`,
        [id],
      );
      expect(await listResults(app)).toMatchObject([{ domain: 'acme.example', client_name: 'Acme Ltd' }]);
    });

    it('goes on comparing a client when retention has removed the names', async () => {
      const clientId = await createClient(app);
      const first = await attached(of(1, 50), 'Acme Ltd', clientId);
      const second = await attached(of(2, 60), 'acme LTD', clientId);
      await app.sql('UPDATE survey_results SET organization_name = NULL');
      expect(await listResults(app)).toMatchObject([
        { id: second.id, client_name: null, earlier: { id: first.id, score_change: 10 } },
        { id: first.id, client_name: null, earlier: null },
      ]);
    });

    it('filters by client, mode, tier, verdict and renewal, and compares with results that it leaves out § 10.13a', async () => {
      const old = await attached({ ...of(1, 50), mode: 'msp-self' }, 'Globex');
      const acme = await attached(of(10, 55), 'Acme & Söhne');
      const [{ client_id: clientId } = {}] = await listResults(app, '?client=acme');
      const newest = await attached(of(20, 90), 'Acme & Söhne', String(clientId));
      expect(await idsOf(`?client=${encodeURIComponent('& SÖHNE')}`)).toEqual([newest.id, acme.id]);
      expect(await idsOf(`?client_id=${String(clientId)}&tier=Progressing`)).toEqual([newest.id, acme.id]);
      expect([await idsOf('?client=acm'), await idsOf(`?client_id=${randomUUID()}`)]).toEqual([[], []]);
      expect(
        await idsOf('?client=&client_id=&mode=&tier=&launch_allowed=&renew_before=&latest='),
      ).toHaveLength(3);
      expect(await idsOf('?mode=msp-self')).toEqual([old.id]);
      expect(await idsOf('?tier=Ready')).toEqual([]);
      expect(await idsOf('?launch_allowed=false')).toEqual([acme.id, old.id]);
      expect(await idsOf('?renew_before=2027-01-10T00:00:00Z')).toEqual([old.id]);
      expect(await idsOf('?client=acme&launch_allowed=true&tier=Progressing')).toEqual([newest.id]);
      expect(await idsOf('?latest=true')).toEqual([newest.id, old.id]);
      expect(await idsOf('?latest=false')).toEqual([acme.id]);
      expect(await idsOf('?latest=true&launch_allowed=false')).toEqual([old.id]);
      expect(await listResults(app, '?launch_allowed=true')).toMatchObject([{ earlier: { id: acme.id } }]);
      expect(await idsOf(`?client=${encodeURIComponent("' OR 1=1 --%_")}`)).toEqual([]);
    });

    it('shows only those of the token’s organization', async () => {
      const ours = await attached({});
      const token = app.personToken({ org_id: 'org_other' });
      const theirs = await attachedResult(app, { extras: { organizationName: 'Secret client' } }, { token });
      expect([await idsOf(), await idsOf('?client=secret')]).toEqual([[ours.id], []]);
      expect(await idsOf('', token)).toEqual([theirs.id]);
    });

    it('is in pages of 100, or as many as requested, also with a condition', async () => {
      await attached({});
      await app.sql(
        `WITH stored AS (
           INSERT INTO survey_results (id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score,
             tier, launch_allowed, launch_reason, domain_scores)
           SELECT gen_random_uuid(), created_at - (n / 3) * interval '1 ms', mode, rubric_id, rubric_version, rubric_sha256,
             answers, n % 3, tier, n % 2 = 0, launch_reason, domain_scores
           FROM survey_results, generate_series(2, 230) AS n WHERE id IN (SELECT result_id FROM org_results) RETURNING id),
         attached AS (INSERT INTO org_results SELECT org_id, id, attached_at, id FROM stored, org_results RETURNING org_id)
         SELECT count(*) FROM attached`,
      );
      for (const [query, sizes] of [
        ['', [100, 100, 30]],
        ['limit=200', [200, 30]],
        ['limit=115', [115, 115]],
        ['limit=50&launch_allowed=false', [50, 50, 14]],
      ] as const) {
        const pages: unknown[][] = [];
        for (let cursor = ''; pages.length === 0 || cursor !== '';) {
          const page = `${resultsPath}?${query}${cursor && `&cursor=${cursor}`}`;
          const { body }: { body: Record<string, unknown> } = await app.ask('GET', page);
          pages.push((body.results as { readonly id: string }[]).map(({ id }) => id));
          cursor = typeof body.next_cursor === 'string' ? body.next_cursor : '';
        }
        expect(pages.map(({ length }) => length)).toEqual(sizes);
        expect(new Set(pages.flat()).size).toBe(sizes.reduce<number>((sum, size) => sum + size, 0));
      }
    });

    it('answers 200 to a machine with the permission', async () => {
      const { id } = await attached({});
      const { clientId } = await app.create();
      const token = app.machineToken(clientId, { permissions: ['org:results:read'] });
      expect(await idsOf('', token)).toEqual([id]);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let cursor: string;
    beforeAll(async () => {
      await attachedResult(app);
      await attachedResult(app);
      cursor = String((await list('limit=1')).body.next_cursor);
    });

    function list(query: string, token = app.personToken()): Promise<HttpAnswer> {
      return app.ask('GET', `${resultsPath}?${query}`, { token });
    }

    function refused({ status, body }: HttpAnswer, text: string): void {
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    }

    it.each(['', '0', '-1', '201', '01', '1.5', 'all', '5&limit=6'])(
      'refuses the limit %s § 10.13b',
      async (limit) => {
        refused(await list(`limit=${limit}`), limitRefused);
      },
    );

    it.each([
      [`client=${'a'.repeat(201)}`, clientRefused],
      ['client=%00', clientRefused],
      ['client=a b c d e f g h i', clientRefused],
      ['client_id=globex', 'client_id must be the id of a client'],
      ['client=a&client=b', 'client must be given once'],
      ['mode=msp', 'mode must be msp-self or client-on-behalf'],
      ['tier=ready', 'tier must be Critical, Developing, Progressing or Ready'],
      ['launch_allowed=1', 'launch_allowed must be true or false'],
      ['latest=yes', 'latest must be true or false'],
      ['latest=true&latest=true', 'latest must be given once'],
      ['renew_before=tomorrow', 'renew_before must be an RFC 3339 timestamp'],
      ['renew_before=2026-02-30T12:00:00Z', 'renew_before must be an RFC 3339 timestamp'],
    ])('refuses %s', async (query, text) => {
      refused(await list(query), text);
    });

    it('refuses a cursor that is damaged, empty, given twice, of another organization or of another list', async () => {
      for (const each of ['', 'x', '%00', cursor.slice(1), `${cursor}A`, `${cursor}&cursor=${cursor}`]) {
        refused(await list(`cursor=${each}`), cursorRefused);
      }
      refused(await list(`cursor=${cursor}`, app.personToken({ org_id: 'org_other' })), cursorRefused);
      refused(await app.ask('GET', `/iam/audit-events?cursor=${cursor}`), cursorRefused);
      expect((await list(`cursor=${cursor}`)).status).toBe(200);
    });
  });
});
