import { contract } from '@governance/identity-provider-client';
import { HttpCode, Param, Post } from '@nestjs/common';
import { type StateOfInvitation } from '../invitations/invitations.store';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, idPipe } from './checked';
import { InvitationsService } from './invitations.service';
import { ManagementRoutes } from './management-routes.decorator';

/** The states of invitations of one organization, for its list on the platform. */
@ManagementRoutes('organizations/:orgId/invitation-states')
export class InvitationStatesController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post()
  @HttpCode(200)
  @Answer(contract.invitationStateListResponse)
  async read(
    @Param('orgId', idPipe) orgId: string,
    @CheckedBody(contract.invitationStatesRequest)
    { invitationIds }: Checked<typeof contract.invitationStatesRequest>,
  ): Promise<{ readonly invitations: readonly StateOfInvitation[] }> {
    return { invitations: await this.invitations.statesOf(orgId, invitationIds) };
  }
}
