import { given } from '@governance/testing';
import { createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';
import { attachedResult, resultsPath } from '../support/org-results';
import { resultOf } from '../support/platform-app';

const header =
  'id,created_at,attached_at,mode,client_name,domain,overall_score,tier,launch_allowed,launch_reason,rubric_version,withdrawn_at,renew_by,' +
  'earlier_id,earlier_created_at,earlier_overall_score,score_change,latest,gaps_iso-iec-42001-2023,gaps_nist-ai-rmf-1.0,gaps_eu-ai-act,client_id\r\n';

describe('GET /org/results/export', () => {
  describe('200', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));
    const exported = (query = '') => app.ask('GET', `${resultsPath}/export${query}`);

    it('answers 200 with a CSV file of every result of the list § 10.13f', async () => {
      const { outcome, createdAt } = resultOf();
      const extras = { organizationName: 'Łukasz, "Söhne"' };
      const worse = {
        outcome: { ...outcome, overallScore: 40 },
        createdAt: new Date(createdAt.getTime() - 1_000),
      };
      const clientId = await createClient(app);
      const first = await attachedResult(app, { overrides: worse, extras, clientId });
      const second = await attachedResult(app, { extras, clientId });
      const { status, headers, text } = await exported();
      expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
        200,
        'text/csv; charset=utf-8',
        'attachment; filename="results.csv"',
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text.startsWith(header)).toBe(true);
      const [newer = '', older = '', ...rest] = text.slice(header.length).split('\r\n');
      expect(rest).toEqual(['']);
      expect(newer).toContain(`${second.id},2026-11-20T12:00:00.000Z,`);
      expect(newer).toContain(
        ',client-on-behalf,"Łukasz, ""Söhne""",,71,Progressing,true,Allowed.,1.0.0,,2027-11-20T12:00:00.000Z,',
      );
      expect(newer).toMatch(
        new RegExp(`,${first.id},2026-11-20T11:59:59.000Z,40,31,true,\\d+,\\d+,\\d+,${clientId}$`),
      );
      expect(older).toMatch(new RegExp(`^${first.id},.*,,,,,false,\\d+,\\d+,\\d+,${clientId}$`));
      expect(text).not.toContain(second.capability);
    });

    it('marks a name that a spreadsheet would compute § 10.13f', async () => {
      for (const organizationName of ['=1+1', '+1', '-1', '@SUM', "=cmd|' /C calc'!A0"])
        await attachedResult(app, { extras: { organizationName } });
      const { text } = await exported();
      for (const cell of [",'=1+1,", ",'+1,", ",'-1,", ",'@SUM,", ",'=cmd|' /C calc'!A0,"])
        expect(text).toContain(cell);
    });

    it('has the results that match, without pages, and no others', async () => {
      for (const organizationName of ['Acme Ltd', 'Globex', 'Acme Inc'])
        await attachedResult(app, { extras: { organizationName } });
      const token = app.personToken({ org_id: 'org_other' });
      await attachedResult(app, { extras: { organizationName: 'Acme of others' } }, { token });
      const { text } = await exported('?client=acme&limit=1');
      expect(text.match(/\r\n/g)).toHaveLength(3);
      expect(text).not.toMatch(/Globex|others/);
      expect((await exported('?tier=Ready')).text).toBe(header);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    const exported = (query: string) => app.ask('GET', `${resultsPath}/export?${query}`);

    it.each([
      ['client=%00', 'client must have 1 to 8 words, in at most 200 characters'],
      ['mode=msp', 'mode must be msp-self or client-on-behalf'],
      ['tier=Ready&tier=Ready', 'tier must be given once'],
      ['launch_allowed=yes', 'launch_allowed must be true or false'],
      ['renew_before=now', 'renew_before must be an RFC 3339 timestamp'],
    ])('refuses %s with an error in JSON § 10.13g', async (query, text) => {
      const { status, headers, body } = await exported(query);
      expect([status, headers.get('content-type'), body]).toEqual([
        400,
        'application/json; charset=utf-8',
        { error: 'invalid_request', error_description: text },
      ]);
      expect(headers.get('content-disposition')).toBeNull();
    });

    it('refuses another version, and ignores the parameters of a page, because it has none', async () => {
      expect((await exported('api-version=2.0')).status).toBe(400);
      expect((await exported('limit=0&cursor=x')).status).toBe(200);
    });
  });
});
