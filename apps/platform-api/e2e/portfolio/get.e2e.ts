import { publishedRubrics } from '@governance/rubric';
import { given } from '@governance/testing';
import { createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';
import { assessed, assessedClient, portfolioPath } from '../support/portfolio';

const rubric = publishedRubrics.current;
/** Due for renewal long ago, and not before the next century. */
const [old, recent] = [new Date('2020-03-10T12:00:00Z'), new Date('2098-03-10T12:00:00Z')];

describe('GET /org/portfolio', () => {
  describe('200', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));
    const portfolio = async (query = '', token = app.personToken()) => {
      const { status, body } = await app.ask('GET', portfolioPath + query, { token });
      expect(status).toBe(200);
      return body;
    };

    it('answers 200 with tiers, verdicts, renewals and the gaps that most clients share § 10.25a', async () => {
      expect(await portfolio()).toMatchObject({ clients: 0, assessed: 0, renewals: [], shared_gaps: [] });
      await createClient(app);
      const [question] = rubric
        .questionsOf('client-on-behalf')
        .filter(({ gateMinimum }) => gateMinimum !== null);
      const lacking = { [question?.id ?? '']: 1 as const };
      await assessedClient(app, {
        results: [
          { ...assessed(0), createdAt: new Date('2019-03-10T12:00:00Z') },
          { ...assessed(3, lacking), createdAt: old },
        ],
      });
      await assessedClient(app, { results: [{ ...assessed(3, lacking), createdAt: recent }] });
      await assessedClient(app, { results: [{ ...assessed(3), createdAt: recent }] });
      await assessedClient(app, { client: { archived: true }, results: [assessed(0)] });
      const body = await portfolio();
      expect(body).toMatchObject({
        clients: 4,
        assessed: 3,
        tiers: [
          { tier: 'Critical', clients: 0 },
          { tier: 'Developing', clients: 0 },
          { tier: 'Progressing', clients: 2 },
          { tier: 'Ready', clients: 1 },
        ],
        launch_allowed: 1,
        launch_refused: 2,
        overdue: 1,
        renewals: [{ month: '2099-03', clients: 2 }],
        domains: rubric.domains.map(({ id, title }) => ({ id, title })),
      });
      const days = (question?.remediation.effortDays ?? 0) * 2 * (2 / 3);
      expect(body.shared_gaps).toEqual([
        {
          question_id: question?.id,
          domain_id: question?.domainId,
          title: question?.remediation.title,
          action: question?.remediation.action,
          clients: 2,
          blocked_launches: 2,
          effort_days: Math.round(days * 100) / 100,
        },
      ]);
    });

    it('counts the clients of a tag and an owner, and nothing of another organization', async () => {
      app.provider.members.put(app.orgId, { id: 'user_ada', role: 'viewer' });
      const results = [assessed(2)];
      await assessedClient(app, { client: { tags: ['gold'], owner_id: 'user_ada' }, results });
      await assessedClient(app, { results });
      for (const [query, clients] of [
        ['', 2],
        ['?tag=GOLD', 1],
        ['?owner=user_ada&tag=', 1],
        ['?tag=eu', 0],
      ] as const)
        expect([query, await portfolio(query)]).toMatchObject([query, { clients, assessed: clients }]);
      const other = app.personToken({ org_id: 'org_other' });
      expect(await portfolio('', other)).toMatchObject({ clients: 0, assessed: 0, shared_gaps: [] });
    });
  });

  describe('400', () => {
    const app = given(newOrganization);

    it.each([
      ['tag=a,b', 'tag must be a tag of a client'],
      ['owner=a+b', 'owner must be the id of a member of the organization'],
      ['tag=a&tag=b', 'tag must be given once'],
      ['owner=a&owner=b', 'owner must be given once'],
    ])('answers 400 for %s § 10.25b', async (query, error) => {
      const { status, body } = await app.ask('GET', `${portfolioPath}?${query}`);
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: error }]);
    });
  });
});
