import { Body, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { found } from './found';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import { MembershipListResponse, MembershipResponse, PutMembershipRequest } from './membership.dto';
import { MembershipsStore } from './memberships.store';
import {
  DescribeListMemberships,
  DescribePutMembership,
  DescribeRemoveMembership,
} from './memberships.openapi';

@ManagementRoutes('organizations/:orgId/memberships')
export class MembershipsController {
  constructor(private readonly memberships: MembershipsStore) {}

  @Get()
  @DescribeListMemberships
  async list(@Param('orgId', IdPipe) orgId: string): Promise<MembershipListResponse> {
    return new MembershipListResponse(await this.memberships.list(orgId));
  }

  @Put(':userId')
  @DescribePutMembership
  async put(
    @Param('orgId', IdPipe) orgId: string,
    @Param('userId', IdPipe) userId: string,
    @Body() body: PutMembershipRequest,
  ): Promise<MembershipResponse> {
    return new MembershipResponse(found(await this.memberships.put(orgId, userId, body.toInput())));
  }

  @Delete(':userId')
  @HttpCode(204)
  @DescribeRemoveMembership
  async remove(
    @Param('orgId', IdPipe) orgId: string,
    @Param('userId', IdPipe) userId: string,
  ): Promise<void> {
    await this.memberships.remove(orgId, userId);
  }
}
