import { Member } from '@governance/http';
import {
  type CreationRequest,
  credentialTypes,
  isServiceIdentityPermission,
  mostNetworks,
  permissions,
} from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, MaxLength } from 'class-validator';
import { LifetimeRequest } from './lifetime.dto';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

const mostPermissions = 100;
const longestNetwork = 64;
const networksRefused = 'allowed_networks must be an array of CIDR blocks';
const networksBounded = `allowed_networks must have 1 to ${mostNetworks} CIDR blocks`;
const permissionsRefused = 'permissions must be an array of strings';

/** spec 2.9, plus the permissions of a new service identity: decided where the specification is silent. */
@ApiSchema({
  name: 'CreateCredential',
  description: 'Unknown members are refused. For optional members, `null` and `""` count as absent.',
})
export class CreateCredentialRequest extends LifetimeRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    description: 'Display name. Surrounding spaces are removed. It need not be unique.',
  })
  @Member()
  @IsString()
  readonly name: string = '';

  @ApiPropertyOptional({
    maxLength: 200,
    description: 'A note for your admins, of one line. Surrounding spaces are removed.',
  })
  @OptionalMember()
  @IsString()
  readonly description?: string;

  @ApiProperty({
    enum: credentialTypes,
    description: '`client_secret`: a secret is generated. `public_key`: you register your own key.',
  })
  @Member()
  @IsString()
  readonly type: string = '';

  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'The service identity that the credential acts for. It must belong to this organization and, apart from permissions to manage credentials, have no permission that the caller lacks. If absent, a new service identity is created, and deleted with its last credential.',
  })
  @OptionalMember()
  @IsString()
  readonly service_identity_id?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', enum: permissions.filter(isServiceIdentityPermission) },
    maxItems: mostPermissions,
    description:
      'The permissions of the new service identity. The caller must hold all of them. Cannot be combined with `service_identity_id`. If absent: `self:organization:read` and `m2m:credentials:read`, as far as the caller holds them.',
  })
  @OptionalMember()
  @ArrayMaxSize(mostPermissions, { message: `permissions must name at most ${mostPermissions}` })
  @IsString({ each: true, message: permissionsRefused })
  @IsArray({ message: permissionsRefused })
  readonly permissions?: readonly string[] | '';

  @ApiPropertyOptional({
    description:
      'Required for `public_key`, refused otherwise: one PEM block, SPKI or X.509 certificate. RSA of 2048 to 8192 bits with the exponent 65537, P-256, P-384, P-521 or Ed25519.',
  })
  @OptionalMember()
  @IsString()
  readonly public_key?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: longestNetwork },
    minItems: 1,
    maxItems: mostNetworks,
    description:
      'CIDR blocks, IPv4 or IPv6, without host bits, such as `192.0.2.0/24`. Only from these networks does the client get tokens, and can it use them. If absent: from everywhere. To change them, create another credential for the same service identity.',
  })
  @OptionalMember()
  @ArrayMaxSize(mostNetworks, { message: networksBounded })
  @ArrayMinSize(1, { message: networksBounded })
  @MaxLength(longestNetwork, { each: true, message: networksRefused })
  @IsString({ each: true, message: networksRefused })
  @IsArray({ message: networksRefused })
  readonly allowed_networks?: readonly string[] | '';

  toInput(): CreationRequest {
    return {
      ...this.lifetime,
      name: this.name,
      description: emptyToUndefined(this.description),
      type: this.type,
      serviceIdentityId: emptyToUndefined(this.service_identity_id),
      permissions: emptyToUndefined(this.permissions),
      publicKey: emptyToUndefined(this.public_key),
      allowedNetworks: emptyToUndefined(this.allowed_networks),
    };
  }
}
