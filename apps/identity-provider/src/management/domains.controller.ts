import { SerializeAs } from '@governance/http';
import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { DomainsService } from './domains.service';
import { DomainCheckResponse, DomainListResponse, DomainResponse, PutDomainRequest } from './domain.dto';
import {
  DescribeCheckDomain,
  DescribeListDomains,
  DescribePutDomain,
  DescribeRemoveDomain,
} from './domains.openapi';
import { ManagementRoutes } from './management-routes.decorator';
import { DomainPipe, IdPipe } from './member.pipe';

@ManagementRoutes('organizations/:orgId/domains')
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @Get()
  @SerializeAs(DomainListResponse)
  @DescribeListDomains
  async list(@Param('orgId', IdPipe) orgId: string): Promise<DomainListResponse> {
    return new DomainListResponse(await this.domains.list(orgId));
  }

  @Put(':domainName')
  @SerializeAs(DomainResponse)
  @DescribePutDomain
  async put(
    @Param('orgId', IdPipe) orgId: string,
    @Param('domainName', DomainPipe) name: string,
    @Body() { connectionId }: PutDomainRequest,
  ): Promise<DomainResponse> {
    return new DomainResponse(await this.domains.put(orgId, name, connectionId));
  }

  @Post(':domainName/check')
  @HttpCode(200)
  @SerializeAs(DomainCheckResponse)
  @DescribeCheckDomain
  async check(
    @Param('orgId', IdPipe) orgId: string,
    @Param('domainName', DomainPipe) name: string,
  ): Promise<DomainCheckResponse> {
    return new DomainCheckResponse(await this.domains.check(orgId, name));
  }

  @Delete(':domainName')
  @HttpCode(204)
  @DescribeRemoveDomain
  async remove(
    @Param('orgId', IdPipe) orgId: string,
    @Param('domainName', DomainPipe) name: string,
  ): Promise<void> {
    await this.domains.remove(orgId, name);
  }
}
