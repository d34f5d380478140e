import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { type Application } from '../applications/applications.store';
import { peopleScopes } from '../oauth/people-scopes';
import { Member } from './member.decorator';
import { applicationScope, label, redirectUris } from './member-rules';

@ApiSchema({ name: 'PutApplication', description: 'The whole application. Other members are refused.' })
export class PutApplicationRequest {
  @Member(label, { description: 'Shown on the consent page.' })
  readonly name: string = '';

  @Member(redirectUris, { description: 'Compared as text.' })
  readonly redirectUris: readonly string[] = [];

  @Member(applicationScope, { default: [...peopleScopes] })
  readonly scope: readonly string[] = [...peopleScopes];
}

@ApiSchema({ name: 'Application', description: 'A third-party application that users sign in to.' })
export class ApplicationResponse {
  @ApiProperty({ type: 'string' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly name: string;

  @ApiProperty({ type: 'array', items: { type: 'string' } })
  @Expose()
  readonly redirectUris: readonly string[];

  @ApiProperty({ type: 'array', items: { type: 'string' } })
  @Expose()
  readonly scope: readonly string[];

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly createdAt: string;

  constructor({ id, name, redirectUris, scope, createdAt }: Application) {
    this.id = id;
    this.name = name;
    this.redirectUris = redirectUris;
    this.scope = scope;
    this.createdAt = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'ApplicationList' })
export class ApplicationListResponse {
  @ApiProperty({ type: [ApplicationResponse], description: 'Sorted by id.' })
  @Expose()
  @Type(() => ApplicationResponse)
  readonly applications: readonly ApplicationResponse[];

  constructor(applications: readonly Application[]) {
    this.applications = applications.map((application) => new ApplicationResponse(application));
  }
}
