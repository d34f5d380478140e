import { Member, PageQuery } from '@governance/http';
import { invitationStatuses, type InvitationStatus } from '@governance/iam';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type InvitationListInput } from './org-invitations.service';

export const statusRefused = 'status must be pending, accepted, expired or revoked';

export class ListInvitationsQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: invitationStatuses,
    description:
      'Only invitations with this status. A page then has fewer entries than `limit`, or none: `next_cursor` tells whether more follow.',
  })
  @Member()
  @IsOptional()
  @IsIn(invitationStatuses, { message: statusRefused })
  readonly status?: InvitationStatus;

  toListInput(): InvitationListInput {
    const page = this.toInput() ?? { limit: undefined, cursor: undefined };
    return { ...page, status: this.status };
  }
}
