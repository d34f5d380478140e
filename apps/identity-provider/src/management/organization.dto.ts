import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { Member } from './member.decorator';
import { label, mfaMaxAge } from './member-rules';
import { type Organization, type OrganizationChange } from './organizations.store';

const mfaMaxAgeText = 'Seconds for which a second factor stays fresh. 0: it need not be recent.';

@ApiSchema({ name: 'PutOrganization', description: 'The whole organization. Other members are refused.' })
export class PutOrganizationRequest {
  @Member(label)
  readonly name: string = '';

  @Member(mfaMaxAge, { description: mfaMaxAgeText, default: 0 })
  readonly mfaMaxAge: number = 0;
}

@ApiSchema({ name: 'ChangeOrganization', description: 'The members to change. Other members are refused.' })
export class ChangeOrganizationRequest implements OrganizationChange {
  @Member(label, { optional: true })
  readonly name?: string;

  @Member(mfaMaxAge, { description: mfaMaxAgeText, optional: true })
  readonly mfaMaxAge?: number;
}

@ApiSchema({ name: 'Organization' })
export class OrganizationResponse {
  @ApiProperty({ type: 'string' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly name: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: mfaMaxAgeText })
  @Expose()
  readonly mfaMaxAge: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly createdAt: string;

  constructor({ id, name, mfaMaxAge, createdAt }: Organization) {
    this.id = id;
    this.name = name;
    this.mfaMaxAge = mfaMaxAge;
    this.createdAt = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'OrganizationList' })
export class OrganizationListResponse {
  @ApiProperty({ type: [OrganizationResponse], description: 'Sorted by id.' })
  @Expose()
  @Type(() => OrganizationResponse)
  readonly organizations: readonly OrganizationResponse[];

  constructor(organizations: readonly Organization[]) {
    this.organizations = organizations.map((organization) => new OrganizationResponse(organization));
  }
}
