import { type ConnectionProblem, connectionProblems, type UpstreamSecondFactor } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import {
  type AddedConnection,
  type ConnectionChange,
  connectionTypes,
  type NewConnection,
  type NewUpstream,
} from './connections.store';
import { type ShownConnection } from './connections.service';
import { Member } from './member.decorator';
import {
  connectionType,
  flag,
  id,
  label,
  object,
  secondFactor,
  upstreamIssuer,
  upstreamText,
  uuid,
} from './member-rules';
import { nestedRequest } from './nested-request';

const confirmedDescription =
  'Whether it was set with a second factor of another origin. `false`: it does not count. Absent: it does.';
const factorDescription = 'One of these values in the provider’s ID token counts as a second factor.';

@ApiSchema({ name: 'PutUpstream', description: 'Other members are refused.' })
export class UpstreamRequest {
  @Member(upstreamIssuer, { description: 'The issuer of the organization’s OpenID provider.' })
  readonly issuer: string = '';

  @Member(upstreamText, { description: 'Our client id at that provider.' })
  readonly clientId: string = '';

  @Member(upstreamText, { description: 'Never returned.' })
  readonly clientSecret: string = '';

  @Member(secondFactor, { optional: true, description: factorDescription })
  readonly secondFactor?: UpstreamSecondFactor;

  toUpstream(): NewUpstream {
    const { issuer, clientId, clientSecret } = this;
    return { issuer, clientId, clientSecret, secondFactor: this.secondFactor };
  }
}

@ApiSchema({ name: 'PutConnection', description: 'The whole connection. Other members are refused.' })
export class PutConnectionRequest {
  @Member(label)
  readonly name: string = '';

  @Member(connectionType, {
    description: '`database`: password. `enterprise`: the organization’s OpenID provider.',
  })
  readonly type: string = '';

  @Member(flag, { default: true })
  readonly enabled: boolean = true;

  @Member(object, {
    optional: true,
    description: 'Only for an `enterprise` connection, which cannot be used without it.',
    schema: { allOf: [{ $ref: getSchemaPath(UpstreamRequest) }] },
  })
  readonly upstream?: object;

  /** @throws a 400 when the provider is not valid, or the connection cannot have one. */
  toInput(): NewConnection {
    const { name, enabled, upstream } = this;
    const type = this.type === 'enterprise' ? 'enterprise' : 'database';
    if (upstream === undefined) return { name, type, enabled };
    if (type !== 'enterprise') throw new Problem('invalid', 'upstream is for connections of type enterprise');
    const request = nestedRequest(UpstreamRequest, { member: 'upstream', value: upstream });
    return { name, type, enabled, upstream: request.toUpstream() };
  }
}

@ApiSchema({ name: 'AddConnection', description: 'Other members are refused.' })
export class AddConnectionRequest extends UpstreamRequest {
  @Member(id, { description: 'Chosen by the caller. A repeated request changes nothing.' })
  readonly id: string = '';

  @Member(label)
  readonly name: string = '';

  @Member(flag, { default: true })
  readonly enabled: boolean = true;

  @Member(flag, { optional: true, description: confirmedDescription })
  readonly secondFactorConfirmed?: boolean;

  toInput(): AddedConnection {
    const { id: connectionId, name, enabled, secondFactorConfirmed: isFactorConfirmed } = this;
    return { id: connectionId, name, enabled, upstream: { ...this.toUpstream(), isFactorConfirmed } };
  }
}

@ApiSchema({ name: 'PatchConnection', description: 'Absent members stay. Other members are refused.' })
export class PatchConnectionRequest {
  @Member(label, { optional: true })
  readonly name?: string;

  @Member(flag, { optional: true })
  readonly enabled?: boolean;

  @Member(upstreamText, { optional: true, description: 'Never returned.' })
  readonly clientSecret?: string;

  @Member(secondFactor, {
    optional: true,
    clearable: true,
    description: `${factorDescription} \`null\`: none does.`,
  })
  readonly secondFactor?: UpstreamSecondFactor | null;

  @Member(flag, { optional: true, description: confirmedDescription })
  readonly secondFactorConfirmed?: boolean;

  @Member(uuid, {
    optional: true,
    description: 'Chosen by the caller. Stored with the change, so that the caller sees whether it happened.',
  })
  readonly revision?: string;

  toInput(): ConnectionChange {
    const { name, enabled, clientSecret, revision } = this;
    const { secondFactor: factor, secondFactorConfirmed: isFactorConfirmed } = this;
    return { name, enabled, clientSecret, secondFactor: factor, isFactorConfirmed, revision };
  }
}

@ApiSchema({
  name: 'ConnectionTest',
  description: 'What the provider of a connection lacks for sign-ins.',
})
export class ConnectionTestResponse {
  @ApiProperty({
    oneOf: [{ type: 'string', enum: [...connectionProblems] }, { type: 'null' }],
    description: '`null`: nothing.',
  })
  @Expose()
  readonly problem: ConnectionProblem | null;

  constructor(problem: ConnectionProblem | undefined) {
    this.problem = problem ?? null;
  }
}

class UpstreamFactorResponse implements UpstreamSecondFactor {
  @Expose()
  readonly acrValues!: readonly string[];

  @Expose()
  readonly amrValues!: readonly string[];
}

@ApiSchema({
  name: 'Upstream',
  description: 'The OpenID provider of an organization, without our client secret.',
})
export class UpstreamResponse {
  @ApiProperty({ type: 'string' })
  @Expose()
  readonly issuer: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly clientId: string;

  @ApiProperty({ type: 'string', format: 'uri', description: 'The redirect URI to register there.' })
  @Expose()
  readonly redirectUri: string;

  @ApiPropertyOptional({ ...secondFactor.schema, description: factorDescription })
  @Expose()
  @Type(() => UpstreamFactorResponse)
  readonly secondFactor?: UpstreamSecondFactor;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'Since when the second factor counts. Absent: it does not.',
  })
  @Expose()
  readonly factorConfirmedAt?: string;

  constructor({
    issuer,
    clientId,
    redirectUri,
    secondFactor: factor,
    factorConfirmedAt: confirmedAt,
  }: NonNullable<ShownConnection['upstream']>) {
    this.issuer = issuer;
    this.clientId = clientId;
    this.redirectUri = redirectUri;
    if (factor) this.secondFactor = factor;
    if (confirmedAt) this.factorConfirmedAt = confirmedAt.toISOString();
  }
}

@ApiSchema({ name: 'Connection', description: 'A sign-in method of one organization.' })
export class ConnectionResponse {
  @ApiProperty({ type: 'string' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly name: string;

  @ApiProperty({ enum: connectionTypes })
  @Expose()
  readonly type: ShownConnection['type'];

  @ApiProperty({ type: 'boolean' })
  @Expose()
  readonly enabled: boolean;

  @ApiPropertyOptional({ type: UpstreamResponse })
  @Expose()
  @Type(() => UpstreamResponse)
  readonly upstream?: UpstreamResponse;

  @ApiPropertyOptional({ type: 'string', format: 'uuid', description: 'Of the last change that had one.' })
  @Expose()
  readonly revision?: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly createdAt: string;

  constructor({ id: connectionId, name, type, enabled, upstream, revision, createdAt }: ShownConnection) {
    this.id = connectionId;
    this.name = name;
    this.type = type;
    this.enabled = enabled;
    if (upstream) this.upstream = new UpstreamResponse(upstream);
    if (revision !== undefined) this.revision = revision;
    this.createdAt = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'ConnectionList' })
export class ConnectionListResponse {
  @ApiProperty({ type: [ConnectionResponse], description: 'Sorted by id.' })
  @Expose()
  @Type(() => ConnectionResponse)
  readonly connections: readonly ConnectionResponse[];

  constructor(connections: readonly ShownConnection[]) {
    this.connections = connections.map((connection) => new ConnectionResponse(connection));
  }
}
