import { type AcceptedIssuer, acceptedIssuersOf, TokenExaminer } from '@governance/auth-guards';
import { FixedClock, type MintOptions, opened, startTokenIssuer } from '@governance/testing';
import { readDoctorCommand } from './doctor-command';
import { type DoctorReport, reportOf } from './doctor-report';
import { reportInWords } from './report-in-words';

const claimsNamespace = 'https://governance.example/claims/';
const audience = 'https://api.example.org';
type Entry = Omit<
  NonNullable<Parameters<typeof acceptedIssuersOf>[0]['entries']>[number],
  'issuer' | 'issues'
>;

describe('the issuer doctor', () => {
  const issuer = opened(() => startTokenIssuer({ now: () => clock.now(), audience }));
  const clock = new FixedClock(new Date());

  function accepted(entry: Entry, issues: ('people' | 'machines')[]): readonly AcceptedIssuer[] {
    const entries = [{ jwksUri: issuer.jwksUri, ...entry, issuer: issuer.issuer, issues }];
    return acceptedIssuersOf({ entries, claimsNamespace, audience });
  }

  async function examine(
    token: string,
    { issues = ['people', 'machines'], ...entry }: Entry & { issues?: ('people' | 'machines')[] } = {},
  ): Promise<DoctorReport> {
    const examiner = new TokenExaminer({ issuers: accepted(entry, issues) }, clock);
    const report = reportOf(await examiner.examine(token), clock.now());
    examiner.close();
    return report;
  }

  const topicsOf = ({ hints }: DoctorReport): readonly string[] => hints.map(({ topic }) => topic);
  const now = (): number => clock.now().getTime() / 1_000;

  it('says what the guard reads from the token of a person, and where', async () => {
    const token = issuer.mint({
      claims: {
        organization: { acme: {} },
        permissions: ['m2m:credentials:read', 'of-another:system'],
        loa_map: { '2': now() - 42 },
        [`${claimsNamespace}mfa_max_age`]: 300,
      },
    });
    const report = await examine(token, { claims: { org_id: 'organization', mfa_at: 'loa_map.2' } });
    expect(report).toMatchObject({
      accepted: true,
      verdict: 'accepted as person person-1 of acme',
      header: { alg: 'RS256', typ: 'at+jwt' },
      issuer: { iss: issuer.issuer, audience, issues: ['person', 'machine'] },
      caller: {
        permissions: ['m2m:credentials:read'],
        dropped: ['of-another:system'],
        secondFactorAgeSeconds: 42,
        window: '300 s, of the token',
      },
      defects: [],
      hints: [],
    });
    expect(report.claims).toEqual(
      expect.arrayContaining([
        { name: 'org_id', places: ['organization'], foundAt: 'organization', value: '{acme}' },
        expect.objectContaining({ name: 'mfa_at', foundAt: 'loa_map.2' }),
        expect.objectContaining({ name: 'sign of a person', foundAt: 'auth_time' }),
        { name: 'email', places: [`${claimsNamespace}email`, 'email'] },
      ]),
    );
  });

  it('says what a machine may do, and that its credential decides', async () => {
    const permissions = ['self:profile:read', 'm2m:credentials:read'];
    const report = await examine(
      issuer.mintForMachine('client-1', { claims: { org_id: 'acme', permissions } }),
    );
    expect(report).toMatchObject({
      verdict: 'accepted as machine client-1 of acme, while its credential there is active',
      caller: { permissions: ['m2m:credentials:read'], dropped: ['self:profile:read'] },
    });
    expect(reportInWords(report)).toContain('dropped: self:profile:read');
  });

  const noSession = { sid: undefined, auth_time: undefined };
  const defects: [string, MintOptions, string, string, Parameters<typeof examine>[1]?][] = [
    ['another audience', { claims: { aud: 'https://other' } }, 'aud is another audience', 'audience'],
    ['another type', { header: { typ: 'JWT' } }, 'typ is not accepted', 'type'],
    ['another issuer', { claims: { iss: 'https://other' } }, 'iss is another issuer', 'issuer'],
    ['an unknown key', { header: { kid: 'unknown' } }, 'kid is unknown', 'key'],
    ['no kind', { claims: noSession }, 'neither person nor machine', 'kind'],
    ['both kinds', { claims: { gty: 'client-credentials' } }, 'both person and machine', 'bothKinds'],
    [
      'a kind that the issuer may not issue',
      { claims: { ...noSession, gty: 'client-credentials' } },
      'the issuer may not issue tokens of a machine',
      'issues',
      { issues: ['people'] },
    ],
    [
      'several organizations',
      { claims: { organization: ['acme', 'initech'] } },
      'organization names 2 organizations, not one',
      'organizations',
      { claims: { org_id: 'organization' } },
    ],
  ];

  it.each(defects)('names %s, as the log of the guard does', async (...[, draft, problem, topic, entry]) => {
    const token = issuer.mint(draft);
    const report = await examine(token, entry);
    expect(report).toMatchObject({ accepted: false, verdict: `refused (401): ${problem}` });
    expect(topicsOf(report)).toContain(topic);
    expect(reportInWords(report).split('\n').at(-1)).toBe(report.verdict);
  });

  it.each<[string, MintOptions, string, Entry]>([
    ['no organization', { claims: { org_id: undefined } }, 'organization', {}],
    ['no permissions', { claims: { org_id: 'acme' } }, 'permissions', {}],
    ['no second factor', { claims: { org_id: 'acme' } }, 'secondFactor', {}],
    [
      'an acr that is not listed',
      { claims: { org_id: 'acme', acr: '1', auth_time: 1 } },
      'secondFactor',
      { freshness: 'acr', acrValues: ['2'] },
    ],
  ])('accepts a token with %s, and says how to add it', async (...[, draft, topic, entry]) => {
    const report = await examine(issuer.mint(draft), entry);
    expect(report.accepted).toBe(true);
    expect(topicsOf(report)).toContain(topic);
  });

  it('names every defect, the one of the guard first', async () => {
    const claims = { ...noSession, aud: 'https://other', exp: now() - 1 };
    const report = await examine(issuer.mint({ header: { typ: 'JWT' }, claims }));
    expect(report.defects.map(({ problem }) => problem)).toEqual([
      'typ is not accepted',
      'aud is another audience',
      'neither person nor machine',
    ]);
  });

  it('says that a window of our policy applies', async () => {
    const report = await examine(issuer.mint(), { window: 'policy' });
    expect(report.caller?.window).toBe('of our policy');
  });

  it('cannot decide while the issuer does not answer', async () => {
    const away = await startTokenIssuer({ audience });
    const token = issuer.mint();
    await away.close();
    const report = await examine(token, { jwksUri: away.jwksUri });
    expect(report).toMatchObject({
      accepted: false,
      verdict: expect.stringMatching(/^not decided \(503\)/) as unknown,
    });
  });

  it.each(['', 'x', 'a.b.c', 'e30.e30.e30', 'x'.repeat(9_000)])(
    'refuses %j without an error',
    async (token) => {
      expect(await examine(token)).toMatchObject({ accepted: false, claims: [] });
    },
  );

  it('prints no token, no signature and no control character', async () => {
    const token = issuer.mint({
      claims: { org_id: 'acme', name: 'a\u001b[31mb', permissions: ['\u001b[31m'] },
    });
    const report = await examine(token);
    for (const printed of [JSON.stringify(report), reportInWords(report)]) {
      for (const part of token.split('.')) expect(printed).not.toContain(part);
    }
    expect(reportInWords(report)).not.toContain('\u001b');
  });

  it('takes a token as its argument or on standard input, and repeats no argument', () => {
    expect(readDoctorCommand([])).toEqual({ json: false, token: undefined });
    expect(readDoctorCommand(['--json', 'a.b.c'])).toEqual({ json: true, token: 'a.b.c' });
    for (const args of [
      ['a.b.c', 'd'],
      ['--token', 'a.b.c'],
    ]) {
      expect(() => readDoctorCommand(args)).toThrow(/^Usage: npm run -s operate -- issuer-doctor/);
      expect(() => readDoctorCommand(args)).not.toThrow(/a\.b\.c/);
    }
  });
});
