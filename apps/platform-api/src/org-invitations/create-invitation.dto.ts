import { IsMailAddress, Member } from '@governance/http';
import { roles } from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';
import { type InvitationRequest } from './org-invitations.service';

/** spec 2.10 */
@ApiSchema({
  name: 'CreateInvitation',
  description: 'Other members are refused. `null` and `""` count as absent where a member may be absent.',
})
export class CreateInvitationRequest {
  @ApiProperty({
    type: 'string',
    format: 'email',
    description:
      'Of the person to invite: the invitation goes there, and only who has this address can accept it.',
  })
  @Member()
  @IsMailAddress()
  readonly email: string = '';

  @ApiProperty({
    enum: roles,
    description:
      '`account-admin` manages access and security organization-wide, `viewer` their own profile only. Nobody gives more than they hold.',
  })
  @Member()
  @IsString()
  readonly role: string = '';

  @ApiPropertyOptional({
    type: 'string',
    description:
      'The `id` of an enabled connection of the organization, which has to be used then. Without it the person chooses among those that are enabled on acceptance.',
  })
  @Member()
  @OptionalMember()
  @IsString()
  readonly connection_id?: string;

  toInput(): InvitationRequest {
    return { email: this.email, role: this.role, connectionId: emptyToUndefined(this.connection_id) };
  }
}
