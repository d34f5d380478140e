import { SerializeAs } from '@governance/http';
import { Body, Get, Param, Patch, Put } from '@nestjs/common';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import {
  ChangeOrganizationRequest,
  OrganizationListResponse,
  OrganizationResponse,
  PutOrganizationRequest,
} from './organization.dto';
import { OrganizationsService } from './organizations.service';
import {
  DescribeChangeOrganization,
  DescribeGetOrganization,
  DescribeListOrganizations,
  DescribePutOrganization,
} from './organizations.openapi';

@ManagementRoutes('organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Get()
  @SerializeAs(OrganizationListResponse)
  @DescribeListOrganizations
  async list(): Promise<OrganizationListResponse> {
    return new OrganizationListResponse(await this.organizations.list());
  }

  @Get(':orgId')
  @SerializeAs(OrganizationResponse)
  @DescribeGetOrganization
  async get(@Param('orgId', IdPipe) orgId: string): Promise<OrganizationResponse> {
    return new OrganizationResponse(await this.organizations.get(orgId));
  }

  @Put(':orgId')
  @SerializeAs(OrganizationResponse)
  @DescribePutOrganization
  async put(
    @Param('orgId', IdPipe) orgId: string,
    @Body() body: PutOrganizationRequest,
  ): Promise<OrganizationResponse> {
    return new OrganizationResponse(await this.organizations.put(orgId, body));
  }

  @Patch(':orgId')
  @SerializeAs(OrganizationResponse)
  @DescribeChangeOrganization
  async change(
    @Param('orgId', IdPipe) orgId: string,
    @Body() body: ChangeOrganizationRequest,
  ): Promise<OrganizationResponse> {
    return new OrganizationResponse(await this.organizations.change(orgId, body));
  }
}
