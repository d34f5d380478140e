import {
  type AssessedClient,
  OrgClientStore,
  type Portfolio,
  type PortfolioFilter,
  portfolioOf,
  PortfolioStore,
  progressOf,
} from '@governance/assessments';
import { type OrgCaller } from '@governance/auth-guards';
import { ListPages, type Page, type PageInput } from '@governance/http';
import { type OrgViewer, viewerOf } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { type PortfolioClient } from './portfolio-client';

/** All clients of the caller's organization, from their stored results (ADR 75). */
@Injectable()
export class PortfolioService {
  constructor(
    private readonly store: PortfolioStore,
    private readonly clients: OrgClientStore,
    private readonly pages: ListPages,
    private readonly clock: Clock,
  ) {}

  async overview(caller: OrgCaller, filter: PortfolioFilter): Promise<Portfolio> {
    return portfolioOf(await this.store.forViewer(viewerOf(caller)).counts(filter, this.clock.now()));
  }

  /** Always in pages. */
  async list(
    caller: OrgCaller,
    { page, filter }: { readonly page: PageInput; readonly filter: PortfolioFilter },
  ): Promise<Page<PortfolioClient>> {
    const viewer = viewerOf(caller);
    const portfolio = this.store.forViewer(viewer);
    const { entries, nextCursor } = await this.pages.read(page, {
      orgId: viewer.orgId,
      name: 'portfolio-clients',
      read: (asked) => portfolio.clients(asked, filter),
    });
    return { entries: await this.described(viewer, entries), nextCursor };
  }

  /** Only the names of the page are opened. */
  private async described(
    viewer: OrgViewer,
    assessed: readonly AssessedClient[],
  ): Promise<readonly PortfolioClient[]> {
    if (assessed.length === 0) return [];
    const clients = await this.clients.forViewer(viewer).among(assessed.map(({ clientId }) => clientId));
    return assessed.flatMap(({ clientId, newest, earlier }) => {
      const client = clients.get(clientId);
      // Deleted concurrently.
      if (client === undefined) return [];
      return [{ client, newest, earlier, progress: progressOf(newest, earlier) }];
    });
  }
}
