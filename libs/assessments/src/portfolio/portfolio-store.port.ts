import { type ListPage, type ListPosition, type OrgViewer } from '@governance/iam';
import { type ListedResult } from './portfolio-client';
import { type PortfolioCounts } from './portfolio';

/** Which clients a portfolio is about; undefined for any value. Archived clients are never part of it. */
export interface PortfolioFilter {
  readonly tag: string | undefined;
  readonly ownerId: string | undefined;
}

/** A client with its newest result, whose place in the list it has. */
export interface AssessedClient extends ListPosition {
  readonly clientId: string;
  readonly newest: ListedResult;
  /** The result before, of the same mode, that is not withdrawn. */
  readonly earlier: ListedResult | undefined;
}

/**
 * The clients of one organization that a viewer sees, from what lists store of their results: no method opens a name. Every method
 * rejects with `StoreUnavailable`.
 */
export abstract class OrgPortfolio {
  /** `now` decides which renewals are overdue. */
  abstract counts(filter: PortfolioFilter, now: Date): Promise<PortfolioCounts>;

  /** Clients with a result, the newest result first, then by descending id of the result. */
  abstract clients(page: ListPage, filter: PortfolioFilter): Promise<readonly AssessedClient[]>;
}

/** The portfolios of organizations. */
export abstract class PortfolioStore {
  abstract forViewer(viewer: OrgViewer): OrgPortfolio;
}
