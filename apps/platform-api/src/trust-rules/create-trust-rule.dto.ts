import { Member } from '@governance/http';
import {
  type ClaimCondition,
  isServiceIdentityPermission,
  longestClaimText,
  mostClaimValues,
  mostConditions,
  mostNetworks,
  permissions,
  trustPresets,
} from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsObject,
  IsString,
  MaxLength,
} from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';
import { keySetSchema } from './key-set.dto';
import { type TrustRuleCreation } from './trust-rule-drafts';

const mostPermissions = 100;
const longestNetwork = 64;
const networksRefused = 'allowed_networks must be an array of CIDR blocks';
const networksBounded = `allowed_networks must have 1 to ${mostNetworks} CIDR blocks`;
const permissionsRefused = 'permissions must be an array of strings';

const texts = { type: 'array', items: { type: 'string' }, minItems: 1 } as const;

@ApiSchema({
  name: 'CreateTrustRule',
  description: 'Unknown members are refused. For optional members, `null` and `""` count as absent.',
})
export class CreateTrustRuleRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    description: 'Display name. Surrounding spaces are removed. It need not be unique.',
  })
  @Member()
  @IsString()
  readonly name: string = '';

  @ApiProperty({
    enum: trustPresets,
    description:
      'The kind of issuer. It decides which claims the conditions must name, and what an absent `issuer` and `single_use` mean.',
  })
  @Member()
  @IsString()
  readonly preset: string = '';

  @ApiPropertyOptional({
    format: 'uuid',
    description:
      'The service identity that the workload acts for. It must belong to this organization and, apart from permissions to manage credentials, have no permission that the caller lacks. If absent, a new service identity is created, and deleted with its last credential or trust rule.',
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
    format: 'uri',
    maxLength: 500,
    description:
      'The claim `iss` of the workload’s tokens. The issuer publishes its keys at its discovery document, unless `key_set` has them. If absent, the public issuer of the preset.',
  })
  @OptionalMember()
  @IsString()
  readonly issuer?: string;

  @ApiPropertyOptional({
    maxLength: longestClaimText,
    description: 'The only audience of the tokens. If absent, the one that the response shows.',
  })
  @OptionalMember()
  @IsString()
  readonly audience?: string;

  @ApiPropertyOptional({
    maxLength: longestClaimText,
    description: 'The exact claim `sub`. Required for `spiffe` and `oidc`.',
  })
  @OptionalMember()
  @IsString()
  readonly subject?: string;

  @ApiPropertyOptional({
    type: 'array',
    maxItems: mostConditions,
    items: {
      type: 'object',
      properties: { claim: { ...texts, maxItems: 5 }, one_of: { ...texts, maxItems: mostClaimValues } },
      required: ['claim', 'one_of'],
      additionalProperties: false,
    },
    description:
      'Further claims. `claim` names a claim, or nested ones with the outermost first. It must be a text that equals one of `one_of`: there are no wildcards, and a `*` is refused.',
  })
  @OptionalMember()
  @IsArray()
  readonly conditions?: readonly unknown[] | '';

  @ApiPropertyOptional({
    type: 'boolean',
    description:
      'Whether each token of the workload gets one access token. If absent, as the preset needs it.',
  })
  @OptionalMember()
  @IsBoolean()
  readonly single_use?: boolean | '';

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: longestNetwork },
    minItems: 1,
    maxItems: mostNetworks,
    description:
      'CIDR blocks, IPv4 or IPv6, without host bits, such as `192.0.2.0/24`. Only from these networks does the workload get tokens, and can it use them. If absent: from everywhere.',
  })
  @OptionalMember()
  @ArrayMaxSize(mostNetworks, { message: networksBounded })
  @ArrayMinSize(1, { message: networksBounded })
  @MaxLength(longestNetwork, { each: true, message: networksRefused })
  @IsString({ each: true, message: networksRefused })
  @IsArray({ message: networksRefused })
  readonly allowed_networks?: readonly string[] | '';

  @ApiPropertyOptional({
    ...keySetSchema,
    description:
      'The public keys of an issuer without a public address (RFC 7517), each with a `kid`. Upload them again when the issuer changes its keys.',
  })
  @OptionalMember()
  @IsObject()
  readonly key_set?: object | '';

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'When the rule ends, with its tokens. If absent: never.',
  })
  @OptionalMember()
  @IsString()
  readonly expires_at?: string;

  toInput(): TrustRuleCreation {
    return {
      name: this.name,
      preset: this.preset,
      serviceIdentityId: emptyToUndefined(this.service_identity_id),
      permissions: emptyToUndefined(this.permissions),
      issuer: emptyToUndefined(this.issuer),
      audience: emptyToUndefined(this.audience),
      subject: emptyToUndefined(this.subject),
      conditions: emptyToUndefined(this.conditions)?.map(conditionOf),
      singleUse: emptyToUndefined(this.single_use),
      allowedNetworks: emptyToUndefined(this.allowed_networks),
      keySet: emptyToUndefined(this.key_set),
      expiresAt: emptyToUndefined(this.expires_at),
    };
  }
}

/** Throws a `RuleViolation`. */
function conditionOf(condition: unknown, index: number): ClaimCondition {
  const { claim, one_of: oneOf, ...others } = (condition ?? {}) as Readonly<Record<string, unknown>>;
  if (areTexts(claim) && areTexts(oneOf) && Object.keys(others).length === 0) return { claim, oneOf };
  throw new RuleViolation(`conditions[${index}] must have claim and one_of, each an array of strings`);
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
