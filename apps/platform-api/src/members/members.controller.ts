import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, PageQuery, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { OptionalBody } from '../optional-body.interceptor';
import { MemberListResponse, MemberResponse } from './member.dto';
import {
  DescribeCancelSecondFactorReset,
  DescribeListMembers,
  DescribeRemoveMember,
  DescribeResetSecondFactor,
  DescribeUpdateMember,
} from './members.openapi';
import { MembersService } from './members.service';
import { ResetSecondFactorRequest, UpdateMemberRequest } from './update-member.dto';

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

  @Post(':memberId/second-factor-reset')
  @RequirePermission('org:members:write', { peopleOnly: true })
  @StepUp('members:reset-second-factor')
  @SerializeAs(MemberResponse)
  @DescribeResetSecondFactor
  @UseInterceptors(OptionalBody)
  async resetSecondFactor(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('memberId') id: string,
    @Body() _body: ResetSecondFactorRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<MemberResponse> {
    return new MemberResponse(await this.members.resetSecondFactor(caller, id, write));
  }

  @Delete(':memberId/second-factor-reset')
  @RequirePermission('org:members:write', { peopleOnly: true })
  @StepUp('members:cancel-second-factor-reset')
  @DescribeCancelSecondFactorReset
  async cancelSecondFactorReset(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('memberId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.members.cancelSecondFactorReset(caller, id, write);
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
