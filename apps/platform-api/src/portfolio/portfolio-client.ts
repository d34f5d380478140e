import { type ClientProgress, type ListedResult, type OrgClient } from '@governance/assessments';

/** A line of the portfolio: a client with its newest result, and how it got there. */
export interface PortfolioClient {
  readonly client: OrgClient;
  readonly newest: ListedResult;
  readonly earlier: ListedResult | undefined;
  readonly progress: ClientProgress;
}
