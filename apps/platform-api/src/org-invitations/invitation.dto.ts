import { type Invitation, type InvitedRole, invitedRoles } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** spec 2.10. Its input has no link, so it cannot contain one. */
@ApiSchema({
  name: 'Invitation',
  description: 'An invitation. Only the mail to the invitee contains its link. New members may be added.',
})
export class InvitationResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'email' })
  readonly email: string;

  @ApiProperty({ enum: invitedRoles })
  readonly role: InvitedRole;

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'null' }],
    description: 'The connection that the invitee must use. `null`: the invitee chooses.',
  })
  readonly connection_id: string | null;

  @ApiProperty({ format: 'date-time', description: 'When the invitation expires.' })
  readonly expires_at: string;

  constructor({ id, email, role, connectionId, expiresAt }: Invitation) {
    this.id = id;
    this.email = email;
    this.role = role;
    this.connection_id = connectionId ?? null;
    this.expires_at = expiresAt.toISOString();
  }
}
