import { SerializeAs } from '@governance/http';
import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import { MembershipListResponse, SearchMembersRequest } from './membership.dto';
import { DescribeSearchMembers } from './memberships.openapi';
import { MembershipsService } from './memberships.service';

/** Members by address. The address is in the body, because paths and queries are logged. */
@ManagementRoutes('organizations/:orgId/member-search')
export class MemberSearchController {
  constructor(private readonly memberships: MembershipsService) {}

  /** Returns one membership for each account with the address; with a connection, only those with its sign-in method. */
  @Post()
  @HttpCode(200)
  @SerializeAs(MembershipListResponse)
  @DescribeSearchMembers
  async search(
    @Param('orgId', IdPipe) orgId: string,
    @Body() { email, connectionId }: SearchMembersRequest,
  ): Promise<MembershipListResponse> {
    return new MembershipListResponse(await this.memberships.findByEmail(orgId, email, connectionId));
  }
}
