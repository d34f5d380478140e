import { Member } from '@governance/http';
import { type ConnectionRequest } from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsObject, IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';
import { secondFactorIn, secondFactorSchema, secondFactorWords } from './second-factor.dto';

@ApiSchema({ name: 'CreateConnection', description: 'Unknown members are refused.' })
export class CreateConnectionRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    description: 'Display name, also on the sign-in page. Surrounding spaces are removed.',
  })
  @Member()
  @IsString()
  readonly name: string = '';

  @ApiProperty({
    format: 'uri',
    maxLength: 500,
    description:
      'The issuer of the organization’s OpenID provider, exactly as its discovery document names it. It cannot be changed.',
  })
  @Member()
  @IsString()
  readonly issuer: string = '';

  @ApiProperty({ maxLength: 500, description: 'The client id that the provider has given.' })
  @Member()
  @IsString()
  readonly client_id: string = '';

  @ApiProperty({
    format: 'password',
    maxLength: 500,
    description: 'The client secret that the provider has given. It is stored encrypted and never returned.',
  })
  @Member()
  @IsString()
  readonly client_secret: string = '';

  @ApiPropertyOptional({
    default: true,
    description: '`false`: users cannot sign in with it until you enable it. You can test it before.',
  })
  @OptionalMember()
  @IsBoolean()
  readonly enabled: boolean = true;

  @ApiPropertyOptional({
    ...secondFactorSchema,
    description: `${secondFactorWords} If absent, nothing counts.`,
  })
  @OptionalMember()
  @IsObject()
  readonly second_factor?: object | '';

  toInput(): ConnectionRequest & { readonly enabled: boolean } {
    const { name, issuer, client_id: clientId, client_secret: clientSecret } = this;
    const factor = emptyToUndefined(this.second_factor);
    return {
      name,
      issuer,
      clientId,
      clientSecret,
      enabled: emptyToUndefined(this.enabled) ?? true,
      secondFactor: factor && secondFactorIn(factor),
    };
  }
}
