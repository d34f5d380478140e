import { Member } from '@governance/http';
import { roles } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';

@ApiSchema({ name: 'UpdateMember', description: 'Unknown members are refused.' })
export class UpdateMemberRequest {
  @ApiProperty({
    enum: roles,
    description:
      'The new role. `client-manager` works with clients and results alone. The caller must hold every permission of the role.',
  })
  @Member()
  @IsString()
  readonly role: string = '';
}

@ApiSchema({ name: 'ResetSecondFactor', description: 'Empty. Every member is refused.' })
export class ResetSecondFactorRequest {}
