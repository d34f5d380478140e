import { contract } from '@governance/identity-provider-client';
import { HttpCode, Param, Post } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, idPipe } from './checked';
import { ManagementRoutes } from './management-routes.decorator';
import { MembershipsService } from './memberships.service';
import { type Membership } from '../organizations/memberships.store';

/** Members by address. The address is in the body, because paths and queries are logged. */
@ManagementRoutes('organizations/:orgId/member-search')
export class MemberSearchController {
  constructor(private readonly memberships: MembershipsService) {}

  /** Returns one membership for each account with the address; with a connection, only those with its sign-in method. */
  @Post()
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
