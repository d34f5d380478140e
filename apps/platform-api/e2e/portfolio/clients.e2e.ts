import { publishedRubrics } from '@governance/rubric';
import { given } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { withdraw } from '../support/org-results';
import { assessed, assessedClient, portfolioClientsPath } from '../support/portfolio';

const { domains } = publishedRubrics.current;
const questions = publishedRubrics.current.questionsOf('client-on-behalf');
const [first = '', second = ''] = questions.map(({ id }) => id);

/** A day of 2026. */
function on(day: number) {
  return { createdAt: new Date(Date.UTC(2026, 0, day)) };
}

describe('GET /org/portfolio/clients', () => {
  describe('200', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));
    const list = async (query = '', token = app.personToken()) => {
      const { status, body } = await app.ask('GET', portfolioClientsPath + query, { token });
      expect(status).toBe(200);
      return body as { readonly clients: Record<string, unknown>[]; readonly next_cursor?: string };
    };
    const namesIn = ({ clients }: Awaited<ReturnType<typeof list>>): unknown[] =>
      clients.map(({ client_name: name }) => name);

    it('answers 200 with what is better, what is worse and the cheapest next step § 10.25f', async () => {
      expect(await list()).toEqual({ clients: [] });
      const { clientId, resultIds } = await assessedClient(app, {
        client: { name: 'Globex Ltd', reference: 'CW-1', domain: 'globex.example' },
        results: [
          { ...assessed(3, { [first]: 1, [second]: 3 }), ...on(1) },
          { ...assessed(3, { [first]: 3, [second]: 2 }), ...on(20) },
        ],
      });
      const { clients } = await list();
      expect(clients).toMatchObject([
        {
          client_id: clientId,
          client_name: 'Globex Ltd',
          reference: 'CW-1',
          domain: 'globex.example',
          result_id: resultIds[1],
          created_at: '2026-01-20T00:00:00.000Z',
          renew_by: '2027-01-20T00:00:00.000Z',
          mode: 'client-on-behalf',
          improved: [{ question_id: first, title: questions[0]?.remediation.title, before: 1, now: 3 }],
          worsened: [{ question_id: second, before: 3, now: 2 }],
          next_step: { question_id: second, current_answer: 2, target_answer: 3 },
        },
      ]);
      expect(clients[0]?.domains).toHaveLength(domains.length);
      await withdraw(app, resultIds[1] ?? '');
      expect((await list()).clients).toMatchObject([
        { result_id: resultIds[0], score_change: null, improved: [], worsened: [] },
      ]);
    });

    it('lists the newest result first, in pages, without archived clients and those that the filter leaves out', async () => {
      app.provider.members.put(app.orgId, { id: 'user_ada', role: 'viewer' });
      for (const [day, client] of [
        [1, { name: 'One', tags: ['gold'] }],
        [2, { name: 'Two', owner_id: 'user_ada' }],
        [3, { name: 'Three', tags: ['gold'] }],
        [4, { name: 'Four', archived: true }],
      ] as const)
        await assessedClient(app, { client, results: [{ ...assessed(2), ...on(day) }] });
      expect(namesIn(await list())).toEqual(['Three', 'Two', 'One']);
      expect(namesIn(await list('?tag=gold&owner='))).toEqual(['Three', 'One']);
      expect(namesIn(await list('?owner=user_ada'))).toEqual(['Two']);
      const page = await list('?limit=2');
      expect(namesIn(page)).toEqual(['Three', 'Two']);
      expect(namesIn(await list(`?limit=2&cursor=${page.next_cursor ?? ''}`))).toEqual(['One']);
      expect(await list('', app.personToken({ org_id: 'org_other' }))).toEqual({ clients: [] });
    });
  });

  describe('400', () => {
    const app = given(newOrganization);

    it.each([
      ['tag=a,b', 'tag must be a tag of a client'],
      ['owner=a+b', 'owner must be the id of a member of the organization'],
      ['limit=0', 'limit must be an integer from 1 to 200'],
      ['cursor=AQ', 'cursor must be the next_cursor of a page of this list'],
    ])('answers 400 for %s § 10.25g', async (query, error) => {
      const { status, body } = await app.ask('GET', `${portfolioClientsPath}?${query}`);
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: error }]);
    });
  });
});
