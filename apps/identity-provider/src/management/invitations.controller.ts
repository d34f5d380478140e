import { SerializeAs } from '@governance/http';
import { Body, HttpCode, Param, Put } from '@nestjs/common';
import { OfferedInvitationResponse, PutInvitationRequest, WithdrawInvitationRequest } from './invitation.dto';
import { InvitationsService } from './invitations.service';
import { ManagementRoutes } from './management-routes.decorator';
import { UuidPipe } from './member.pipe';
import { DescribePutInvitation, DescribeWithdrawInvitation } from './invitations.openapi';

/** Invitations, by the id that the platform chose. */
@ManagementRoutes('invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Put(':invitationId')
  @SerializeAs(OfferedInvitationResponse)
  @DescribePutInvitation
  async put(
    @Param('invitationId', UuidPipe) id: string,
    @Body() body: PutInvitationRequest,
  ): Promise<OfferedInvitationResponse> {
    return new OfferedInvitationResponse(await this.invitations.offer(id, body.toInput()));
  }

  @Put(':invitationId/withdrawal')
  @HttpCode(204)
  @DescribeWithdrawInvitation
  async withdraw(
    @Param('invitationId', UuidPipe) id: string,
    @Body() body: WithdrawInvitationRequest,
  ): Promise<void> {
    await this.invitations.withdraw(id, body.toInvited());
  }
}
