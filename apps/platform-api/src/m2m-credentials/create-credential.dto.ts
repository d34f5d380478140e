import { Member } from '@governance/http';
import {
  type CreationRequest,
  credentialTypes,
  isServiceIdentityPermission,
  permissions,
} from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { KeyLifeRequest } from './key-life.dto';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

const mostPermissions = 100;
const permissionsRefused = 'permissions must be an array of strings';

/** spec 2.9, and what a new service identity may do: decided where the specification is silent. */
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
  @Member()
  @IsString()
  readonly name: string = '';

  @ApiProperty({
    enum: credentialTypes,
    description: '`client_secret`: a secret is generated. `public_key`: the owner of the key registers it.',
  })
  @Member()
  @IsString()
  readonly type: string = '';

  @ApiPropertyOptional({
    type: 'string',
    format: 'uuid',
    description:
      'The service identity that the credential acts for: one of this organization that may do no more than the caller, but for the care of credentials. Without it one is made with the credential, and ends with its last one.',
  })
  @Member()
  @OptionalMember()
  @IsString()
  readonly service_identity_id?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', enum: permissions.filter(isServiceIdentityPermission) },
    maxItems: mostPermissions,
    description:
      'What the new service identity may do, none of it beyond the caller; not beside `service_identity_id`. Without it `self:organization:read` and `m2m:credentials:read`, as far as the caller has them.',
  })
  @Member()
  @OptionalMember()
  @ArrayMaxSize(mostPermissions, { message: `permissions must name at most ${mostPermissions}` })
  @IsString({ each: true, message: permissionsRefused })
  @IsArray({ message: permissionsRefused })
  readonly permissions?: readonly string[] | '';

  @ApiPropertyOptional({
    type: 'string',
    description:
      '`public_key` only, and required there: one PEM block, SPKI or X.509 certificate. RSA of 2048 to 8192 bits with the exponent 65537, P-256, P-384, P-521 or Ed25519.',
  })
  @Member()
  @OptionalMember()
  @IsString()
  readonly public_key?: string;

  toInput(): CreationRequest {
    return {
      ...this.keyLife,
      name: this.name,
      type: this.type,
      serviceIdentityId: emptyToUndefined(this.service_identity_id),
      permissions: emptyToUndefined(this.permissions),
      publicKey: emptyToUndefined(this.public_key),
    };
  }
}
