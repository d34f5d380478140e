import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Post, UseInterceptors } from '@nestjs/common';
import { ProbeLimits } from '../connections/probe-limits';
import { OptionalBody } from '../optional-body.interceptor';
import {
  CheckDomainRequest,
  CreateDomainRequest,
  DomainCheckResponse,
  DomainListResponse,
  DomainResponse,
} from './domain.dto';
import {
  DescribeCheckDomain,
  DescribeCreateDomain,
  DescribeListDomains,
  DescribeRemoveDomain,
} from './domains.openapi';
import { DomainsService } from './domains.service';

const changes = ['org:connections:write', { peopleOnly: true }] as const;

/** Decisions 3: the domains of the caller's organization. Machines never change them. */
@Controller('iam/domains')
export class DomainsController {
  constructor(
    private readonly domains: DomainsService,
    private readonly probes: ProbeLimits,
  ) {}

  @Get()
  @RequirePermission('org:connections:write')
  @SerializeAs(DomainListResponse)
  @DescribeListDomains
  async list(@CurrentOrgCaller() caller: OrgCaller): Promise<DomainListResponse> {
    return new DomainListResponse(await this.domains.list(caller));
  }

  @Post()
  @RequirePermission(...changes)
  @StepUp('domains:create')
  @SerializeAs(DomainResponse)
  @DescribeCreateDomain
  async create(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() body: CreateDomainRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<DomainResponse> {
    return new DomainResponse(await this.domains.create(caller, body.toInput(), write));
  }

  @Post(':domainName/check')
  @RequirePermission(...changes)
  @StepUp('domains:check')
  @SerializeAs(DomainCheckResponse)
  @DescribeCheckDomain
  @UseInterceptors(OptionalBody)
  async check(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('domainName') name: string,
    @Body() _body: CheckDomainRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<DomainCheckResponse> {
    await this.probes.count('domains:check', caller);
    return new DomainCheckResponse(await this.domains.check(caller, name, write));
  }

  @Delete(':domainName')
  @RequirePermission(...changes)
  @StepUp('domains:remove')
  @DescribeRemoveDomain
  async remove(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('domainName') name: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.domains.remove(caller, name, write);
  }
}
