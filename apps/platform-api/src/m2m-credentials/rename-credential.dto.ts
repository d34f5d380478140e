import { Member } from '@governance/http';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** spec 2.9 */
@ApiSchema({ name: 'RenameCredential', description: 'Unknown members are refused.' })
export class RenameCredentialRequest {
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'The new name. Surrounding spaces are removed.',
  })
  @Member()
  @IsString()
  readonly name: string = '';
}
