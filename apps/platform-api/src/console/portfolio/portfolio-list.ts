import { longestTag } from '@governance/assessments';
import { type PlatformClient } from '@governance/client';
import { describeList, type ListPart } from '../console-list';
import { tagRefused } from '../results/result-conditions';
import { portfolioRow, portfolioView } from './portfolio-view';

interface PortfolioQuery {
  readonly tag?: string;
}

export const portfolioList = describeList({
  page: 'portfolio',
  title: 'Portfolio',
  fields: { tag: { label: 'Tag', type: 'search', maxLength: longestTag, refused: tagRefused } },
  query: ({ tag }): PortfolioQuery => (tag === '' ? {} : { tag }),
  read: readPortfolio,
});

/** The numbers are of all pages, and come with each of them: the columns are theirs. */
async function readPortfolio(
  client: PlatformClient,
  query: PortfolioQuery & { readonly limit: number; readonly cursor?: string },
): Promise<ListPart> {
  const { tag } = query;
  const [portfolio, page] = await Promise.all([
    client.get('/org/portfolio', { query: { ...(tag !== undefined && { tag }) } }),
    client.get('/org/portfolio/clients', { query }),
  ]);
  const { domains } = portfolio;
  return {
    rows: page.clients.map((entry) => portfolioRow(entry, domains)),
    next: page.next_cursor,
    view: { portfolio: portfolioView(portfolio), domains, isLater: query.cursor !== undefined },
  };
}
