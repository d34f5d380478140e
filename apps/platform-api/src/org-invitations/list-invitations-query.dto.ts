import { Member, PageQuery, type ProblemDescription } from '@governance/http';
import { invitationStatuses, type InvitationStatus } from '@governance/iam';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type InvitationListInput } from './org-invitations.service';

const badStatus = 'status must be pending, accepted, expired or revoked';

export const statusRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The status is unknown or given twice.',
  texts: { [badStatus]: 'Send one of them once, or none' },
};

export class ListInvitationsQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: invitationStatuses,
    description:
      'Only invitations with this status. A page then has fewer entries than `limit`, or none: `next_cursor` tells whether more follow.',
  })
  @Member()
  @IsOptional()
  @IsIn(invitationStatuses, { message: badStatus })
  readonly status?: InvitationStatus;

  toListInput(): InvitationListInput {
    const page = this.toInput() ?? { limit: undefined, cursor: undefined };
    return { ...page, status: this.status };
  }
}
