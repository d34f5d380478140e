import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { RenameServiceIdentityRequest } from './rename-service-identity.dto';
import { ServiceIdentitiesService } from './service-identities.service';
import { ServiceIdentityListResponse, ServiceIdentityResponse } from './service-identity.dto';
import {
  DescribeDeleteServiceIdentity,
  DescribeListServiceIdentities,
  DescribeRenameServiceIdentity,
} from './service-identity.openapi';

/** decisions 3: the service identities of the caller's organization. */
@Controller('iam/service-identities')
export class ServiceIdentitiesController {
  constructor(private readonly identities: ServiceIdentitiesService) {}

  @Get()
  @RequirePermission('m2m:credentials:read')
  @SerializeAs(ServiceIdentityListResponse)
  @DescribeListServiceIdentities
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(PageQuery, 'ignore')) query: PageQuery,
  ): Promise<ServiceIdentityListResponse> {
    const page = query.toInput() ?? firstPage;
    return new ServiceIdentityListResponse(await this.identities.list(caller, page));
  }

  @Patch(':id')
  @RequirePermission('m2m:credentials:write')
  @StepUp('service-identities:rename')
  @SerializeAs(ServiceIdentityResponse)
  @DescribeRenameServiceIdentity
  async rename(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('id') id: string,
    @Body() { name }: RenameServiceIdentityRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<ServiceIdentityResponse> {
    return new ServiceIdentityResponse(await this.identities.rename(caller, id, { name, write }));
  }

  @Delete(':id')
  @RequirePermission('m2m:credentials:write')
  @StepUp('service-identities:delete')
  @DescribeDeleteServiceIdentity
  async delete(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('id') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.identities.delete(caller, id, write);
  }
}

/** decisions 3: unlike the contract's lists, this one is paged by default. */
const firstPage = { limit: undefined, cursor: undefined };
