import { CurrentOrgCaller, type OrgCaller, RequirePermission, StepUp } from '@governance/auth-guards';
import { CurrentWrite, SerializeAs } from '@governance/http';
import { type AuditContext } from '@governance/iam';
import { Body, Controller, Post } from '@nestjs/common';
import { CreateInvitationRequest } from './create-invitation.dto';
import { DescribeCreateInvitation } from './create-invitation.openapi';
import { InvitationResponse } from './invitation.dto';
import { OrgInvitationsService } from './org-invitations.service';

/** spec 2.10: invitations into the caller's organization. */
@Controller('iam/org-invitations')
export class OrgInvitationsController {
  constructor(private readonly invitations: OrgInvitationsService) {}

  @Post()
  @RequirePermission('org:invitations:write')
  @StepUp('org-invitations:create')
  @SerializeAs(InvitationResponse)
  @DescribeCreateInvitation()
  async create(
    @CurrentOrgCaller() caller: OrgCaller,
    @Body() body: CreateInvitationRequest,
    @CurrentWrite() write: AuditContext,
  ): Promise<InvitationResponse> {
    return new InvitationResponse(await this.invitations.create(caller, body.toInput(), write));
  }
}
