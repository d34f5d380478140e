import { ClearableMember } from '@governance/http';
import { type ConnectionChange } from '@governance/iam';
import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsObject, IsString, ValidateIf } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';
import { secondFactorIn, secondFactorSchema, secondFactorWords } from './second-factor.dto';

@ApiSchema({
  name: 'UpdateConnection',
  description:
    'Absent members stay; `null` and `""` count as absent, but `null` clears `second_factor`. Unknown members are refused.',
})
export class UpdateConnectionRequest {
  @ApiPropertyOptional({ minLength: 1, maxLength: 100, description: 'The new display name.' })
  @OptionalMember()
  @IsString()
  readonly name?: string;

  @ApiPropertyOptional({
    description:
      '`false`: users cannot sign in with it, and the access tokens of its members stop. Their accounts stay.',
  })
  @OptionalMember()
  @IsBoolean()
  readonly enabled?: boolean;

  @ApiPropertyOptional({
    format: 'password',
    maxLength: 500,
    description:
      'The new client secret at the provider, for a connection of type `enterprise`. It is never returned.',
  })
  @OptionalMember()
  @IsString()
  readonly client_secret?: string;

  @ApiPropertyOptional({
    oneOf: [secondFactorSchema, { type: 'null' }],
    description: `${secondFactorWords} \`null\`: nothing counts. For a connection of type \`enterprise\`.`,
  })
  @ClearableMember()
  @ValidateIf((_request, value: unknown) => value !== undefined && value !== null && value !== '')
  @IsObject()
  readonly second_factor?: object | '' | null;

  toInput(): ConnectionChange {
    const factor = emptyToUndefined(this.second_factor);
    return {
      secondFactor: factor && secondFactorIn(factor),
      name: emptyToUndefined(this.name),
      enabled: emptyToUndefined(this.enabled),
      clientSecret: emptyToUndefined(this.client_secret),
    };
  }
}
