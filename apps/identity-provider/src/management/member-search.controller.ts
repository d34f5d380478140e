import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';
import { MembershipListResponse, SearchMembersRequest } from './membership.dto';
import { MembershipsStore } from './memberships.store';
import { DescribeSearchMembers } from './memberships.openapi';

/** Members by address, which stands in a body: addresses in a path or query end up in logs. */
@ManagementRoutes('organizations/:orgId/member-search')
export class MemberSearchController {
  constructor(private readonly memberships: MembershipsStore) {}

  /** One for each way in which a person with the address is a member; with a connection, by that way alone. */
  @Post()
  @HttpCode(200)
  @DescribeSearchMembers
  async search(
    @Param('orgId', IdPipe) orgId: string,
    @Body() { email, connectionId }: SearchMembersRequest,
  ): Promise<MembershipListResponse> {
    return new MembershipListResponse(await this.memberships.findByEmail(orgId, email, connectionId));
  }
}
