import { type CreationRequest, credentialTypes } from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { KeyLifeRequest } from './key-life.dto';
import { given, OptionalMember } from '../optional-member.decorator';

/** spec 2.9 */
@ApiSchema({
  name: 'CreateCredential',
  description: 'Other members are refused. `null` and `""` count as absent where a member may be absent.',
})
export class CreateCredentialRequest extends KeyLifeRequest {
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'For people. Blanks around it are cut off; it need not be unique.',
  })
  @IsString()
  readonly name: string = '';

  @ApiProperty({
    enum: credentialTypes,
    description: '`client_secret`: a secret is generated. `public_key`: the owner of the key registers it.',
  })
  @IsString()
  readonly type: string = '';

  @ApiPropertyOptional({
    type: 'string',
    format: 'uuid',
    description:
      'The service identity that the credential acts for: one of this organization whose permissions the caller has too. Without it one is made, with the permissions of the caller less `self:profile:*`.',
  })
  @OptionalMember()
  @IsString()
  readonly service_identity_id?: string;

  @ApiPropertyOptional({
    type: 'string',
    description:
      '`public_key` only, and required there: one PEM block, SPKI or X.509 certificate. RSA of 2048 to 8192 bits with the exponent 65537, P-256, P-384, P-521 or Ed25519.',
  })
  @OptionalMember()
  @IsString()
  readonly public_key?: string;

  asked(): CreationRequest {
    return {
      ...this.keyLife,
      name: this.name,
      type: this.type,
      serviceIdentityId: given(this.service_identity_id),
      publicKey: given(this.public_key),
    };
  }
}
