import { SerializeAs } from '@governance/http';
import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { InvitationStateListResponse, InvitationStatesRequest } from './invitation.dto';
import { DescribeInvitationStates } from './invitations.openapi';
import { InvitationsService } from './invitations.service';
import { ManagementRoutes } from './management-routes.decorator';
import { IdPipe } from './member.pipe';

/** The states of invitations of one organization, for its list on the platform. */
@ManagementRoutes('organizations/:orgId/invitation-states')
export class InvitationStatesController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post()
  @HttpCode(200)
  @SerializeAs(InvitationStateListResponse)
  @DescribeInvitationStates
  async read(
    @Param('orgId', IdPipe) orgId: string,
    @Body() { invitationIds }: InvitationStatesRequest,
  ): Promise<InvitationStateListResponse> {
    return new InvitationStateListResponse(await this.invitations.statesOf(orgId, invitationIds));
  }
}
