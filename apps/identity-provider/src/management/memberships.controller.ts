import { QueryPipe, SerializeAs } from '@governance/http';
import { Body, Delete, Get, HttpCode, Param, Patch, Put, Query } from '@nestjs/common';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import {
  FoundMembershipResponse,
  ListMembershipsQuery,
  MembershipListResponse,
  MembershipResponse,
  MembershipRoleRequest,
} from './membership.dto';
import {
  DescribeGetMembership,
  DescribeListMemberships,
  DescribePatchMembership,
  DescribePutMembership,
  DescribeRemoveMembership,
} from './memberships.openapi';
import { MembershipsService } from './memberships.service';

@ManagementRoutes('organizations/:orgId/memberships')
export class MembershipsController {
  constructor(private readonly memberships: MembershipsService) {}

  @Get()
  @SerializeAs(MembershipListResponse)
  @DescribeListMemberships
  async list(
    @Param('orgId', IdPipe) orgId: string,
    @Query(new QueryPipe(ListMembershipsQuery, 'refuse')) query: ListMembershipsQuery,
  ): Promise<MembershipListResponse> {
    return new MembershipListResponse(await this.memberships.list(orgId, query.toInput()));
  }

  @Get(':userId')
  @SerializeAs(FoundMembershipResponse)
  @DescribeGetMembership
  async get(
    @Param('orgId', IdPipe) orgId: string,
    @Param('userId', IdPipe) userId: string,
  ): Promise<FoundMembershipResponse> {
    return new FoundMembershipResponse(await this.memberships.get(orgId, userId));
  }

  @Put(':userId')
  @SerializeAs(MembershipResponse)
  @DescribePutMembership
  async put(
    @Param('orgId', IdPipe) orgId: string,
    @Param('userId', IdPipe) userId: string,
    @Body() body: MembershipRoleRequest,
  ): Promise<MembershipResponse> {
    return new MembershipResponse(await this.memberships.put(orgId, userId, body.toInput()));
  }

  @Patch(':userId')
  @SerializeAs(MembershipResponse)
  @DescribePatchMembership
  async patch(
    @Param('orgId', IdPipe) orgId: string,
    @Param('userId', IdPipe) userId: string,
    @Body() body: MembershipRoleRequest,
  ): Promise<MembershipResponse> {
    return new MembershipResponse(await this.memberships.setRole(orgId, userId, body.toInput()));
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
