import { contract } from '@governance/identity-provider-client';
import { Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, CheckedQuery, idPipe } from './checked';
import { ManagementRoutes } from './management-routes.decorator';
import { MembershipsService } from './memberships.service';
import { type FoundMembership, type Membership } from '../organizations/memberships.store';

@ManagementRoutes('organizations/:orgId')
export class MembershipsController {
  constructor(private readonly memberships: MembershipsService) {}

  @Get('memberships')
  @Answer(contract.membershipListResponse)
  async list(
    @Param('orgId', idPipe) orgId: string,
    @CheckedQuery(contract.listMembershipsQuery) page: Checked<typeof contract.listMembershipsQuery>,
  ): Promise<{ readonly memberships: readonly Membership[] }> {
    return { memberships: await this.memberships.list(orgId, page) };
  }

  @Get('memberships/:userId')
  @Answer(contract.foundMembershipResponse)
  get(
    @Param('orgId', idPipe) orgId: string,
    @Param('userId', idPipe) userId: string,
  ): Promise<FoundMembership> {
    return this.memberships.get(orgId, userId);
  }

  @Put('memberships/:userId')
  @Answer(contract.membershipResponse)
  put(
    @Param('orgId', idPipe) orgId: string,
    @Param('userId', idPipe) userId: string,
    @CheckedBody(contract.membershipRoleRequest) { role }: Checked<typeof contract.membershipRoleRequest>,
  ): Promise<Membership> {
    return this.memberships.put(orgId, userId, role);
  }

  @Patch('memberships/:userId')
  @Answer(contract.membershipResponse)
  patch(
    @Param('orgId', idPipe) orgId: string,
    @Param('userId', idPipe) userId: string,
    @CheckedBody(contract.membershipRoleRequest) { role }: Checked<typeof contract.membershipRoleRequest>,
  ): Promise<Membership> {
    return this.memberships.setRole(orgId, userId, role);
  }

  @Delete('memberships/:userId')
  @HttpCode(204)
  async remove(
    @Param('orgId', idPipe) orgId: string,
    @Param('userId', idPipe) userId: string,
  ): Promise<void> {
    await this.memberships.remove(orgId, userId);
  }

  /**
   * One membership for each account with the address; with a connection, only those with its sign-in method. The address is
   * in the body, because paths and queries are logged.
   */
  @Post('member-search')
  @HttpCode(200)
  @Answer(contract.membershipListResponse)
  async search(
    @Param('orgId', idPipe) orgId: string,
    @CheckedBody(contract.searchMembersRequest)
    { email, connectionId }: Checked<typeof contract.searchMembersRequest>,
  ): Promise<{ readonly memberships: readonly Membership[] }> {
    return { memberships: await this.memberships.findByEmail(orgId, email, connectionId) };
  }
}
