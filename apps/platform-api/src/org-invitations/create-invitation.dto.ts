import { IsMailAddress, Member } from '@governance/http';
import { invitedRoles } from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';
import { type InvitationRequest } from './org-invitations.service';

/** spec 2.10 */
@ApiSchema({
  name: 'CreateInvitation',
  description: 'Unknown members are refused. For optional members, `null` and `""` count as absent.',
})
export class CreateInvitationRequest {
  @ApiProperty({
    format: 'email',
    description:
      'The address of the person to invite. The invitation is mailed to it and can be accepted only for it.',
  })
  @Member()
  @IsMailAddress()
  readonly email: string = '';

  @ApiProperty({
    enum: invitedRoles,
    description:
      '`account-admin` manages access and security organization-wide, `viewer` their own profile only. The caller must hold every permission of the role. A member gets the role `client-manager` by `PATCH /iam/members/{memberId}`.',
  })
  @Member()
  @IsString()
  readonly role: string = '';

  @ApiPropertyOptional({
    description:
      'The `id` of an enabled connection of the organization that the invitee must use. If absent, the invitee chooses among the enabled connections on acceptance.',
  })
  @OptionalMember()
  @IsString()
  readonly connection_id?: string;

  toInput(): InvitationRequest {
    return { email: this.email, role: this.role, connectionId: emptyToUndefined(this.connection_id) };
  }
}
