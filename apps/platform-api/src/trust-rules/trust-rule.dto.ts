import { type Page } from '@governance/http';
import {
  type ClaimCondition,
  isServiceIdentityPermission,
  type Permission,
  permissions,
  type TrustPreset,
  trustPresets,
} from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { type ShownTrustRule } from './trust-rules.service';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }], required: true };
const textsOrNull = {
  oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
  required: true,
};
const momentOrNull = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], required: true };

@ApiSchema({ name: 'TrustCondition', description: 'The claim is a text, and equals one of these.' })
export class TrustConditionResponse {
  @ApiProperty({ type: [String], description: 'Names of nested claims, the outermost first.' })
  readonly claim: readonly string[];

  @ApiProperty({ type: [String] })
  readonly one_of: readonly string[];

  constructor({ claim, oneOf }: ClaimCondition) {
    this.claim = claim;
    this.one_of = oneOf;
  }
}

@ApiSchema({
  name: 'TrustRule',
  description: 'Which tokens of a workload’s own platform get access tokens here. New members may be added.',
})
export class TrustRuleResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ description: 'The `client_id` for token requests of the workload.' })
  readonly client_id: string;

  @ApiProperty({ format: 'uuid', description: 'The service identity that the workload acts for.' })
  readonly service_identity_id: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: permissions.filter(isServiceIdentityPermission) },
    description: 'What its access tokens permit: the permissions of its service identity.',
  })
  readonly permissions: readonly Permission[];

  @ApiProperty({ enum: trustPresets, description: 'New values may be added.' })
  readonly preset: TrustPreset;

  @ApiProperty({ description: 'The claim `iss`.' })
  readonly issuer: string;

  @ApiProperty({ description: 'The only audience of the tokens.' })
  readonly audience: string;

  @ApiProperty({
    ...textOrNull,
    description: 'The claim `sub`. `null`: the conditions identify the workload.',
  })
  readonly subject: string | null;

  @ApiProperty({ type: [TrustConditionResponse], description: 'Further claims. All of them must hold.' })
  readonly conditions: readonly TrustConditionResponse[];

  @ApiProperty({ description: 'Whether each token of the workload gets one access token.' })
  readonly single_use: boolean;

  @ApiProperty({ ...textsOrNull, description: 'In canonical form. `null`: everywhere.' })
  readonly allowed_networks: readonly string[] | null;

  @ApiProperty({
    ...textsOrNull,
    description: 'The `kid` of the uploaded keys. `null`: the issuer publishes its keys.',
  })
  readonly key_ids: readonly string[] | null;

  @ApiProperty({ ...momentOrNull, description: 'When it ends, with its tokens. `null`: never.' })
  readonly expires_at: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiProperty({
    ...momentOrNull,
    description: 'When the workload last called, to the minute. `null`: never.',
  })
  readonly last_used_at: string | null;

  @ApiProperty({
    ...momentOrNull,
    description:
      'When a token was last refused that the issuer had signed. `null`: never, or the identity provider does not say it.',
  })
  readonly last_refused_at: string | null;

  @ApiProperty({ ...textOrNull, description: 'The name of the first condition that did not hold then.' })
  readonly last_refusal: string | null;

  constructor(rule: ShownTrustRule) {
    this.id = rule.id;
    this.name = rule.name;
    this.client_id = rule.clientId;
    this.service_identity_id = rule.serviceIdentityId;
    this.permissions = [...rule.permissions];
    this.preset = rule.preset;
    this.issuer = rule.issuer;
    this.audience = rule.audience;
    this.subject = rule.subject ?? null;
    this.conditions = rule.conditions.map((condition) => new TrustConditionResponse(condition));
    this.single_use = rule.singleUse;
    this.allowed_networks = rule.allowedNetworks ?? null;
    this.key_ids = rule.keySet?.keys.map(({ kid }) => kid) ?? null;
    this.expires_at = textOf(rule.expiresAt);
    this.created_at = rule.createdAt.toISOString();
    this.last_used_at = textOf(rule.lastUsedAt);
    this.last_refused_at = textOf(rule.lastRefusal?.at);
    this.last_refusal = rule.lastRefusal?.condition ?? null;
  }
}

@ApiSchema({ name: 'TrustRuleList' })
export class TrustRuleListResponse {
  @ApiProperty({ type: [TrustRuleResponse], description: 'Newest first.' })
  readonly trust_rules: readonly TrustRuleResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<ShownTrustRule>) {
    this.trust_rules = entries.map((rule) => new TrustRuleResponse(rule));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}

function textOf(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
