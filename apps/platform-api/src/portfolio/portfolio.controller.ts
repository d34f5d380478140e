import { CurrentOrgCaller, type OrgCaller, RequirePermission } from '@governance/auth-guards';
import { PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { Controller, Get, Query } from '@nestjs/common';
import { PortfolioClientListResponse } from './portfolio-client.dto';
import { PortfolioQuery } from './portfolio-query.dto';
import { PortfolioResponse } from './portfolio.dto';
import { DescribeGetPortfolio, DescribeListPortfolioClients } from './portfolio.openapi';
import { PortfolioService } from './portfolio.service';

/** All clients of the caller's organization at a glance (ADR 75). */
@Controller('org/portfolio')
export class PortfolioController {
  constructor(private readonly portfolio: PortfolioService) {}

  @Get()
  @RequirePermission('org:results:read')
  @SerializeAs(PortfolioResponse)
  @DescribeGetPortfolio
  async overview(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(PortfolioQuery, 'ignore')) query: PortfolioQuery,
  ): Promise<PortfolioResponse> {
    return new PortfolioResponse(await this.portfolio.overview(caller, query.toFilter()));
  }

  @Get('clients')
  @RequirePermission('org:results:read')
  @SerializeAs(PortfolioClientListResponse)
  @DescribeListPortfolioClients
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(PortfolioQuery, 'ignore')) query: PortfolioQuery,
    @Query(new QueryPipe(PageQuery, 'ignore')) page: PageQuery,
  ): Promise<PortfolioClientListResponse> {
    const asked = { filter: query.toFilter(), page: page.toInput() ?? firstPage };
    return new PortfolioClientListResponse(await this.portfolio.list(caller, asked));
  }
}

const firstPage = { limit: undefined, cursor: undefined };
