import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, QueryPipe, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Delete, Get, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { OptionalBody } from '../optional-body.interceptor';
import { CreateInvitationRequest } from './create-invitation.dto';
import { InvitationListResponse } from './invitation-list.dto';
import { InvitationResponse } from './invitation.dto';
import { ListInvitationsQuery } from './list-invitations-query.dto';
import { OrgInvitationsService } from './org-invitations.service';
import { ResendInvitationRequest } from './resend-invitation.dto';
import {
  DescribeCreateInvitation,
  DescribeListInvitations,
  DescribeResendInvitation,
  DescribeRevokeInvitation,
} from './invitation.openapi';

/** spec 2.10: invitations into the caller's organization. */
@Controller('iam/org-invitations')
export class OrgInvitationsController {
  constructor(private readonly invitations: OrgInvitationsService) {}

  @Get()
  @RequirePermission('org:invitations:read')
  @DescribeListInvitations
  async list(
    @CurrentOrgCaller() caller: OrgCaller,
    @Query(new QueryPipe(ListInvitationsQuery, 'ignore')) query: ListInvitationsQuery,
  ): Promise<InvitationListResponse> {
    return new InvitationListResponse(await this.invitations.list(caller, query.toListInput()));
  }

  @Post()
  @RequirePermission('org:invitations:write')
  @StepUp('org-invitations:create', 'org-invitations:create-admin')
  @SerializeAs(InvitationResponse)
  @DescribeCreateInvitation
  async create(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() body: CreateInvitationRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<InvitationResponse> {
    return new InvitationResponse(await this.invitations.create(caller, body.toInput(), write));
  }

  @Post(':invitationId/resend')
  @RequirePermission('org:invitations:write')
  @StepUp('org-invitations:resend', 'org-invitations:resend-admin')
  @SerializeAs(InvitationResponse)
  @DescribeResendInvitation
  @UseInterceptors(OptionalBody)
  async resend(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('invitationId') id: string,
    @Body() _body: ResendInvitationRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<InvitationResponse> {
    return new InvitationResponse(await this.invitations.resend(caller, id, write));
  }

  @Delete(':invitationId')
  @RequirePermission('org:invitations:write')
  @StepUp('org-invitations:revoke')
  @DescribeRevokeInvitation
  async revoke(
    @CurrentOrgCaller() caller: OrgCaller,
    @Param('invitationId') id: string,
    @CurrentWrite() write: AuditContext,
  ): Promise<void> {
    await this.invitations.revoke(caller, id, write);
  }
}
