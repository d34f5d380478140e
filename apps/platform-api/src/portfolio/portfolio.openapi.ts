import { type ListedResult, portfolioOf, progressOf } from '@governance/assessments';
import { describeOperation, pageRefused } from '@governance/http';
import { publishedRubrics, type Tier } from '@governance/rubric';
import { ApiExtraModels } from '@nestjs/swagger';
import { exampleClient } from '../clients/client.openapi';
import { type PortfolioClient } from './portfolio-client';
import { NextStepResponse, PortfolioClientListResponse } from './portfolio-client.dto';
import { filterRefused } from './portfolio-problems';
import { PortfolioResponse } from './portfolio.dto';

const rubric = publishedRubrics.current;
const mode = 'client-on-behalf';
const nextCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';
const noClients = { clients: 0, groups: [] };

/** The answers of an example, in the order of their ids: the first ones are lower than the others. */
function levels(lower: number): string {
  const { length } = rubric.questionsOf(mode);
  return '1'.repeat(lower) + '3'.repeat(length - lower);
}

function group(tier: Tier, lower: number, renewalMonth: string) {
  const outcome = { tier, launchAllowed: false, isOverdue: false, results: 1 };
  return { ...outcome, rubricVersion: rubric.version, mode, renewalMonth, levels: levels(lower) } as const;
}

const examplePortfolio = portfolioOf({
  clients: 3,
  groups: [group('Developing', 12, '2027-03'), group('Progressing', 4, '2027-11')],
});

function result(id: string, createdAt: string, lower: number): ListedResult {
  const answers = Object.fromEntries(
    rubric
      .questionsOf(mode)
      .map(({ id: question }) => question)
      .toSorted()
      .map((question, index) => [question, index < lower ? (1 as const) : (3 as const)]),
  );
  const { overallScore, tier, launchAllowed, domainScores } = rubric.assess(answers, mode);
  const outcome = { overallScore, tier, launchAllowed, domainScores };
  const about = { id, createdAt: new Date(createdAt), mode, rubricVersion: rubric.version } as const;
  return { ...about, ...outcome, levels: levels(lower) };
}

const newest = result('3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d', '2026-11-19T10:00:00.000Z', 4);
const earlier = result('8c1e3f2b-7a64-4d0b-9c55-0e1f2a3b4c5d', '2025-11-12T09:30:00.000Z', 6);
const exampleEntry: PortfolioClient = {
  client: exampleClient,
  newest,
  earlier,
  progress: progressOf(newest, earlier),
};

export const DescribeGetPortfolio = describeOperation({
  tag: 'portfolio',
  operationId: 'getPortfolio',
  summary: 'See all clients of the organization at a glance',
  description:
    'Tiers, launch verdicts, renewals by month, and the five gaps that most clients share. A client counts by its newest result that is not withdrawn, in either mode. Archived clients do not count. The effort of a gap is that of the rubric, summed over its clients.',
  ok: {
    description: 'The portfolio of the caller’s organization.',
    type: PortfolioResponse,
    examples: {
      portfolio: { summary: 'Three clients', value: new PortfolioResponse(examplePortfolio) },
      none: { summary: 'No client', value: new PortfolioResponse(portfolioOf(noClients)) },
    },
  },
  problems: [...filterRefused],
});

export const DescribeListPortfolioClients = describeOperation({
  tag: 'portfolio',
  operationId: 'listPortfolioClients',
  summary: 'List clients with their newest result, and what has changed',
  description:
    'The clients that have a result, the newest result first, in pages of 100 unless `limit` says otherwise. Repeat the conditions with each `cursor`. Each has its scores by domain, what is better and what is worse than in the result before, and the cheapest next step. Other answers, notes and evidence are in no response.',
  ok: {
    description: 'A page of the clients of the caller’s organization.',
    type: PortfolioClientListResponse,
    examples: {
      page: {
        summary: 'A page that is not the last',
        value: new PortfolioClientListResponse({ entries: [exampleEntry], nextCursor }),
      },
      none: {
        summary: 'No client has a result',
        value: new PortfolioClientListResponse({ entries: [], nextCursor: undefined }),
      },
    },
  },
  problems: [pageRefused, ...filterRefused],
  more: [ApiExtraModels(NextStepResponse)],
});
