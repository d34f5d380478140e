import { Member } from '@governance/http';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';

@ApiSchema({ name: 'RenameServiceIdentity', description: 'Unknown members are refused.' })
export class RenameServiceIdentityRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    description: 'The new name. Surrounding spaces are removed. It need not be unique.',
  })
  @Member()
  @IsString()
  readonly name: string = '';
}
