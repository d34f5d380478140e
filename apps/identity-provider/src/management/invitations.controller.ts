import { Body, Param, Put } from '@nestjs/common';
import { OfferedInvitationResponse, PutInvitationRequest } from './invitation.dto';
import { InvitationsService } from './invitations.service';
import { ManagementRoutes } from './management-routes.decorator';
import { UuidPipe } from './member.pipe';
import { DescribePutInvitation } from './invitations.openapi';

/** Invitations, by the id that the platform chose. */
@ManagementRoutes('invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Put(':invitationId')
  @DescribePutInvitation
  async put(
    @Param('invitationId', UuidPipe) id: string,
    @Body() body: PutInvitationRequest,
  ): Promise<OfferedInvitationResponse> {
    return new OfferedInvitationResponse(await this.invitations.offer(id, body.toInput()));
  }
}
