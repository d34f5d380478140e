import { contract } from '@governance/identity-provider-client';
import { HttpCode, Param, Post, Put } from '@nestjs/common';
import { type StateOfInvitation } from '../invitations/invitations.store';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, idPipe, uuidPipe } from './checked';
import { type OfferedInvitation, InvitationsService } from './invitations.service';
import { ManagementRoutes } from './management-routes.decorator';

/** Invitations, by the id that the platform chose. */
@ManagementRoutes('')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Put('invitations/:invitationId')
  @Answer(contract.offeredInvitationResponse)
  put(
    @Param('invitationId', uuidPipe) id: string,
    @CheckedBody(contract.putInvitationRequest) body: Checked<typeof contract.putInvitationRequest>,
  ): Promise<OfferedInvitation> {
    return this.invitations.offer(id, body);
  }

  @Put('invitations/:invitationId/withdrawal')
  @HttpCode(204)
  async withdraw(
    @Param('invitationId', uuidPipe) id: string,
    @CheckedBody(contract.withdrawInvitationRequest) body: Checked<typeof contract.withdrawInvitationRequest>,
  ): Promise<void> {
    await this.invitations.withdraw(id, body);
  }

  /** The states of invitations of one organization, for its list on the platform. */
  @Post('organizations/:orgId/invitation-states')
  @HttpCode(200)
  @Answer(contract.invitationStateListResponse)
  async states(
    @Param('orgId', idPipe) orgId: string,
    @CheckedBody(contract.invitationStatesRequest)
    { invitationIds }: Checked<typeof contract.invitationStatesRequest>,
  ): Promise<{ readonly invitations: readonly StateOfInvitation[] }> {
    return { invitations: await this.invitations.statesOf(orgId, invitationIds) };
  }
}
