import { type OrgResult, type Renewal, renewalOf, resultDetails, resultRow, trendOf } from './result-view';

const now = new Date('2026-11-24T12:00:00Z');

const result: OrgResult = {
  id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
  created_at: '2026-11-19T10:00:00.000Z',
  attached_at: '2026-11-20T12:00:00.000Z',
  client_id: '2b9d6f40-8c1e-4f7a-9d35-5e0f1a2b3c4d',
  mode: 'client-on-behalf',
  client_name: 'Acme Ltd',
  domain: 'acme.example',
  overall_score: 74,
  tier: 'Progressing',
  launch_allowed: false,
  launch_reason: 'Launch refused: launch gate not met: adversarial testing before launch.',
  rubric_version: '1.1.0',
  withdrawn_at: null,
  renew_by: '2027-11-19T10:00:00.000Z',
  earlier: null,
  latest: true,
  frameworks: [{ id: 'eu-ai-act', name: 'EU AI Act', clauses: 18, gaps: 7 }],
};

const earlierBy = (score_change: number): OrgResult => ({
  ...result,
  earlier: {
    id: '8c1e3f2b-7a64-4d0b-9c55-0e1f2a3b4c5d',
    created_at: '2025-11-12T09:30:00.000Z',
    overall_score: 74 - score_change,
    tier: 'Developing',
    score_change,
  },
});

describe('the view of a result', () => {
  it('is a line of the list, in words', () => {
    expect(resultRow(result, now)).toEqual({
      id: result.id,
      clientId: result.client_id,
      client: 'Acme Ltd',
      domain: 'acme.example',
      mode: 'On behalf of one client',
      submitted: '19 November 2026',
      score: 74,
      tier: 'Progressing',
      launch: 'Not ready to launch: 1 required control missing',
      mayLaunch: false,
      trend: { sign: '', words: 'No earlier result' },
      renewal: { words: '19 November 2027', more: undefined, isDue: false },
      frameworks: result.frameworks,
    });
  });

  it('names a client without a name by the proven domain, and one without both', () => {
    expect(resultRow({ ...result, client_name: null }, now)).toMatchObject({
      client: 'acme.example',
      domain: undefined,
    });
    const nameless = { ...result, client_name: null, domain: null };
    expect(resultRow(nameless, now).client).toBe('Client without a name');
  });

  it.each([
    [16, '↑', '16 points higher than on 12 November 2025'],
    [-1, '↓', '1 point lower than on 12 November 2025'],
    [0, '=', 'The same as on 12 November 2025'],
  ])('has a trend of %i', (change, sign, words) => {
    expect(trendOf(earlierBy(change))).toEqual({ sign, words });
  });

  it.each<[Partial<OrgResult>, Renewal]>([
    [
      { renew_by: '2026-11-24T12:00:00.000Z' },
      { words: 'Overdue', more: 'Since 24 November 2026', isDue: true },
    ],
    [
      { renew_by: '2026-12-24T12:00:00.000Z' },
      { words: 'Due soon', more: 'On 24 December 2026', isDue: true },
    ],
    [{ renew_by: '2026-12-24T12:00:00.001Z' }, { words: '24 December 2026', more: undefined, isDue: false }],
    [
      { renew_by: '2026-01-01T00:00:00.000Z', latest: false },
      { words: 'Assessed again', more: 'A newer result is in this list', isDue: false },
    ],
    [
      { latest: false, withdrawn_at: '2026-11-20T00:00:00.000Z' },
      { words: 'Withdrawn', more: 'On 20 November 2026', isDue: false },
    ],
  ])('says when it is renewed: %j', (changes, renewal) => {
    expect(renewalOf({ ...result, ...changes }, now)).toEqual(renewal);
  });

  it('has details: the result before, and the withdrawal, which no trend uses', () => {
    expect(resultDetails(earlierBy(16), now)).toMatchObject({
      attached: '20 November 2026',
      reasons: ['Required control missing: adversarial testing before launch'],
      rubricVersion: '1.1.0',
      earlier: { words: '58/100, Developing, on 12 November 2025' },
      withdrawn: undefined,
    });
    const withdrawn = { ...result, withdrawn_at: '2026-11-20T00:00:00.000Z' };
    expect(resultDetails(withdrawn, now)).toMatchObject({
      withdrawn: '20 November 2026',
      trend: { sign: '', words: 'Not compared' },
    });
  });
});
