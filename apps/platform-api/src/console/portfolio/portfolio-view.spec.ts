import { publishedRubrics, tiers } from '@governance/rubric';
import { labelOf, type PortfolioClient, portfolioRow, portfolioView, tierOfScore } from './portfolio-view';

const domains = [
  { id: 'one', title: 'Domain one' },
  { id: 'two', title: 'Domain two' },
];
const client: PortfolioClient = {
  client_id: 'client-1',
  client_name: 'Globex Ltd',
  reference: 'CW-1',
  domain: 'globex.example',
  result_id: 'result-1',
  created_at: '2026-11-19T10:00:00.000Z',
  renew_by: '2027-11-19T10:00:00.000Z',
  mode: 'client-on-behalf',
  overall_score: 58,
  tier: 'Developing',
  launch_allowed: false,
  score_change: -3,
  domains: [{ id: 'one', score: 39, below_floor: true, change: 4 }],
  improved: [{ question_id: 'q', title: 'A policy', before: 0, now: 2 }],
  worsened: [],
  next_step: {
    question_id: 'q',
    title: 'A policy',
    action: 'Write it.',
    current_answer: 2,
    target_answer: 3,
    effort_days: 1.67,
    points: 0.8,
    blocks_launch: true,
  },
};

describe('a line of the portfolio', () => {
  it('has a cell for each domain, with its colour, its number and its change in words', () => {
    const { cells, change, heat } = portfolioRow(client, domains);
    expect([heat, change]).toEqual(['developing', { sign: '−3', words: '3 lower than before' }]);
    expect(cells).toEqual([
      {
        title: 'Domain one',
        score: 39,
        heat: 'critical',
        change: { sign: '+4', words: '4 higher than before' },
      },
      { title: 'Domain two', score: undefined },
    ]);
  });

  it('says what has changed, and what is next', () => {
    expect(portfolioRow(client, domains)).toMatchObject({
      improved: ['A policy: None → Mostly'],
      worsened: [],
      next: { title: 'A policy', effort: '1⅔ days', blocks: true },
    });
    expect(portfolioRow({ ...client, next_step: null, score_change: 0 }, domains)).toMatchObject({
      next: undefined,
      change: undefined,
    });
  });

  it('names a client by what is known', () => {
    expect(labelOf(client)).toBe('Globex Ltd');
    expect(labelOf({ ...client, client_name: null })).toBe('CW-1');
    expect(labelOf({ client_name: null, reference: null, domain: 'globex.example' })).toBe('globex.example');
    expect(labelOf({ client_name: null, reference: null, domain: null })).toBe('Client without a name');
  });
});

describe('the colour of a score', () => {
  it('is that of the tier with this score', () => {
    for (const { id, min, max } of publishedRubrics.current.tiers)
      expect([tierOfScore(min), tierOfScore(max)]).toEqual([id, id]);
  });
});

describe('the numbers of the portfolio', () => {
  it('name months and efforts, and the clients that were never assessed', () => {
    const view = portfolioView({
      clients: 12,
      assessed: 10,
      tiers: tiers.map((tier) => ({ tier, clients: 1 })),
      launch_allowed: 4,
      launch_refused: 6,
      overdue: 2,
      renewals: [{ month: '2027-03', clients: 3 }],
      domains,
      shared_gaps: [
        {
          question_id: 'q',
          domain_id: 'one',
          title: 'A policy',
          action: 'Write it.',
          clients: 7,
          blocked_launches: 0,
          effort_days: 12.33,
        },
      ],
    });
    expect(view).toMatchObject({
      unassessed: 2,
      ready: 4,
      renewals: [{ month: 'March 2027', clients: 3 }],
      gaps: [{ effort: '12⅓ days', clients: 7, blocked: undefined }],
    });
  });
});
