import { type Page } from '@governance/http';
import {
  isServiceIdentityPermission,
  type Permission,
  permissions,
  type ServiceIdentityEntry,
} from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'BoundCredential', description: 'A credential that acts for a service identity.' })
export class BoundCredentialResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;
}

@ApiSchema({
  name: 'BoundTrustRule',
  description: 'A trust rule whose workload acts for a service identity.',
})
export class BoundTrustRuleResponse extends BoundCredentialResponse {}

@ApiSchema({
  name: 'ServiceIdentity',
  description:
    'What credentials and workloads act for, with the permissions of their tokens. New members may be added.',
})
export class ServiceIdentityResponse {
  @ApiProperty({ format: 'uuid', description: 'The `service_identity_id` for a further credential.' })
  readonly id: string;

  @ApiProperty({ description: 'The name of its first credential or trust rule, until it is renamed.' })
  readonly name: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: permissions.filter(isServiceIdentityPermission) },
    description: 'Fixed at its creation.',
  })
  readonly permissions: readonly Permission[];

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiProperty({
    description:
      '`true`: it is deleted with its last credential or trust rule. `false`: it was renamed, and stays until you delete it.',
  })
  readonly ends_with_last_credential: boolean;

  @ApiProperty({ type: [BoundCredentialResponse], description: 'Newest first.' })
  readonly credentials: readonly BoundCredentialResponse[];

  @ApiProperty({
    type: [BoundTrustRuleResponse],
    description: 'Newest first. Without credentials and trust rules it is unused.',
  })
  readonly trust_rules: readonly BoundTrustRuleResponse[];

  constructor(identity: ServiceIdentityEntry) {
    this.id = identity.id;
    this.name = identity.name;
    this.permissions = [...identity.permissions];
    this.created_at = identity.createdAt.toISOString();
    this.ends_with_last_credential = identity.endsWithLastCredential;
    this.credentials = identity.credentials;
    this.trust_rules = identity.trustRules;
  }
}

@ApiSchema({ name: 'ServiceIdentityList' })
export class ServiceIdentityListResponse {
  @ApiProperty({ type: [ServiceIdentityResponse], description: 'Newest first.' })
  readonly service_identities: readonly ServiceIdentityResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<ServiceIdentityEntry>) {
    this.service_identities = entries.map((identity) => new ServiceIdentityResponse(identity));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
