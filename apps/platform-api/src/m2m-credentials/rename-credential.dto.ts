import { ClearableMember, Member } from '@governance/http';
import { type CredentialEdit } from '@governance/iam';
import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

/** spec 2.9, plus the description: a request with a description alone keeps the name. */
@ApiSchema({
  name: 'RenameCredential',
  description:
    'The members to change; `name` is required without a `description`. Unknown members are refused.',
})
export class RenameCredentialRequest {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 100,
    description: 'The new name. Surrounding spaces are removed.',
  })
  @Member()
  @IsString()
  readonly name: string = '';

  @ApiPropertyOptional({
    oneOf: [{ type: 'string', maxLength: 200 }, { type: 'null' }],
    description:
      'The new description, of one line. Surrounding spaces are removed; `null` and `""` clear it.',
  })
  @ClearableMember()
  @IsOptional()
  @IsString()
  readonly description?: string | null;

  toInput(): CredentialEdit {
    const { name, description } = this;
    return { name: name === '' && description !== undefined ? undefined : name, description };
  }
}
