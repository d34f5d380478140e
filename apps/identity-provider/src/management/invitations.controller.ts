import { contract } from '@governance/identity-provider-client';
import { HttpCode, Param, Put } from '@nestjs/common';
import { Answer } from './answer.decorator';
import { type Checked, CheckedBody, uuidPipe } from './checked';
import { type OfferedInvitation, InvitationsService } from './invitations.service';
import { ManagementRoutes } from './management-routes.decorator';

/** Invitations, by the id that the platform chose. */
@ManagementRoutes('invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Put(':invitationId')
  @Answer(contract.offeredInvitationResponse)
  put(
    @Param('invitationId', uuidPipe) id: string,
    @CheckedBody(contract.putInvitationRequest) body: Checked<typeof contract.putInvitationRequest>,
  ): Promise<OfferedInvitation> {
    return this.invitations.offer(id, body);
  }

  @Put(':invitationId/withdrawal')
  @HttpCode(204)
  async withdraw(
    @Param('invitationId', uuidPipe) id: string,
    @CheckedBody(contract.withdrawInvitationRequest) body: Checked<typeof contract.withdrawInvitationRequest>,
  ): Promise<void> {
    await this.invitations.withdraw(id, body);
  }
}
