import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { MemberListResponse, MemberResponse } from './member.dto';
import { DescribeListMembers, DescribeRemoveMember, DescribeUpdateMember } from './members.openapi';
import { MembersService } from './members.service';
import { UpdateMemberRequest } from './update-member.dto';

/** Decisions 3: the members of the caller's organization. Machines never change them. */
@Controller('iam/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @RequirePermission('org:members:read')
  @DescribeListMembers
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(PageQuery, 'ignore')) query: PageQuery,
  ): Promise<MemberListResponse> {
    return new MemberListResponse(await this.members.list(caller, query.toInput()));
  }

  @Patch(':memberId')
  @RequirePermission('org:members:write', { peopleOnly: true })
  @StepUp('members:update')
  @SerializeAs(MemberResponse)
  @DescribeUpdateMember
  async update(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('memberId') id: string,
    @Body() { role }: UpdateMemberRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<MemberResponse> {
    return new MemberResponse(await this.members.setRole(caller, id, { role, write }));
  }

  @Delete(':memberId')
  @RequirePermission('org:members:write', { peopleOnly: true })
  @StepUp('members:remove')
  @DescribeRemoveMember
  async remove(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('memberId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.members.remove(caller, id, write);
  }
}
