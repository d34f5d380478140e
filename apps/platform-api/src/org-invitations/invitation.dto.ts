import { type Invitation, type Role, roles } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

/** spec 2.10. No link is in it, nor can be: what it is made of has none. */
@ApiSchema({
  name: 'Invitation',
  description:
    'An invitation, whose link is in the mail to the invited person and nowhere else. Members may be added.',
})
export class InvitationResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string', format: 'email' })
  @Expose()
  readonly email: string;

  @ApiProperty({ enum: roles })
  @Expose()
  readonly role: Role;

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'null' }],
    description: 'The connection that has to be used. `null`: the person chooses.',
  })
  @Expose()
  readonly connection_id: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'Until when it can be accepted.' })
  @Expose()
  readonly expires_at: string;

  constructor({ id, email, role, connectionId, expiresAt }: Invitation) {
    this.id = id;
    this.email = email;
    this.role = role;
    this.connection_id = connectionId ?? null;
    this.expires_at = expiresAt.toISOString();
  }
}
