import { type Page } from '@governance/http';
import { type InvitationStatus, invitationStatuses, type ListedInvitation } from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { InvitationResponse } from './invitation.dto';

/** An entry of the list. Its input has no link, so it cannot contain one. */
@ApiSchema({
  name: 'ListedInvitation',
  description: 'An invitation of the list, without its link. New members may be added.',
})
export class ListedInvitationResponse extends InvitationResponse {
  @ApiProperty({
    enum: invitationStatuses,
    description:
      '`revoked`: an admin has revoked it, a newer invitation to the same address has replaced it, or its connection was removed.',
  })
  readonly status: InvitationStatus;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  constructor(invitation: ListedInvitation) {
    super(invitation);
    this.status = invitation.status;
    this.created_at = invitation.createdAt.toISOString();
  }
}

@ApiSchema({ name: 'InvitationList' })
export class InvitationListResponse {
  @ApiProperty({ type: [ListedInvitationResponse], description: 'Newest first.' })
  readonly invitations: readonly ListedInvitationResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<ListedInvitation>) {
    this.invitations = entries.map((invitation) => new ListedInvitationResponse(invitation));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
