import { contract } from '@governance/identity-provider-client';
import { Get, Param, Patch, Put } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, idPipe } from './checked';
import { found } from './found';
import { ManagementRoutes } from './management-routes.decorator';
import { type Organization, OrganizationsStore } from '../organizations/organizations.store';

@ManagementRoutes('organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsStore) {}

  @Get()
  @Answer(contract.organizationListResponse)
  async list(): Promise<{ readonly organizations: readonly Organization[] }> {
    return { organizations: await this.organizations.list() };
  }

  @Get(':orgId')
  @Answer(contract.organizationResponse)
  async get(@Param('orgId', idPipe) orgId: string): Promise<Organization> {
    return found(await this.organizations.find(orgId));
  }

  /** Creates or replaces the organization. */
  @Put(':orgId')
  @Answer(contract.organizationResponse)
  put(
    @Param('orgId', idPipe) orgId: string,
    @CheckedBody(contract.putOrganizationRequest) body: Checked<typeof contract.putOrganizationRequest>,
  ): Promise<Organization> {
    return this.organizations.put(orgId, body);
  }

  @Patch(':orgId')
  @Answer(contract.organizationResponse)
  async change(
    @Param('orgId', idPipe) orgId: string,
    @CheckedBody(contract.changeOrganizationRequest) body: Checked<typeof contract.changeOrganizationRequest>,
  ): Promise<Organization> {
    return found(await this.organizations.change(orgId, body));
  }
}
